import * as Ids from "../../kernel/ids/index.ts";
import { prefixes, ULID } from "../../kernel/ids/schema.ts";
import { type KeyMode, keyModes } from "../../kernel/mode.ts";
import { sha256Hex } from "../../kernel/sha256.ts";

/**
 * The text of a key's secret: `svc_live_` or `svc_test_`, the ULIDs of owner and key, 32 random bytes. It contains both ids, so
 * that a request reads the items of key and owner in one round trip.
 */

const TEXT = new RegExp(`^svc_(${keyModes.join("|")})_(${ULID})(${ULID})[\\w-]{43}$`);

/** The parts of a text in the form of a key's secret. */
export interface Presented {
  readonly ownerId: string;
  readonly keyId: string;
  readonly mode: KeyMode;
  readonly hash: string;
}

export const hashOf = (text: string): string => sha256Hex(text);

/** Parses a key's secret. Undefined if the text has another form. */
export function parseSecret(text: string): Presented | undefined {
  const [, mode, owner, key] = TEXT.exec(text) ?? [];
  if (mode === undefined) return undefined;
  return {
    ownerId: `${prefixes.user}_${owner}`,
    keyId: `${prefixes.apiKey}_${key}`,
    mode: mode as KeyMode,
    hash: hashOf(text),
  };
}

/** Builds the text of a key's secret. @param random 43 characters. Random by default */
export function composeSecret(
  { ownerId, keyId, mode }: Omit<Presented, "hash">,
  random: string = Ids.secret(),
): string {
  const ulid = (id: string) => id.slice(id.indexOf("_") + 1);
  const text = `svc_${mode}_${ulid(ownerId)}${ulid(keyId)}${random}`;
  if (!TEXT.test(text)) throw new TypeError("an API key's secret has the wrong form");
  return text;
}
