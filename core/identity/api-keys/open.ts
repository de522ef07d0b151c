import { timingSafeEqual } from "node:crypto";
import * as Clock from "../../kernel/clock/index.ts";
import { Forbidden, fail } from "../../kernel/errors.ts";
import * as Ip from "../../kernel/ip/index.ts";
import { text } from "../../kernel/texts/index.ts";
import { MINUTE_MS, toIso } from "../../kernel/time.ts";
import { log } from "../../platform/log.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { type KeyActor, type KeyGrant, keyActor } from "../actor.ts";
import { userProfile } from "../entity.ts";
import { userPlan } from "../plans/entity.ts";
import * as Plans from "../plans/index.ts";
import * as Sandbox from "../sandboxes/index.ts";
import * as Stamp from "../stamp.ts";
import { holderFrom } from "../user.ts";
import { apiKey, apiKeySigning, apiKeyUse, type KeptKey } from "./entity.ts";
import type { Scope } from "./schema.ts";
import { type Presented, parse } from "./text.ts";

/** Verifies API keys: the account of a key, its scopes, its allowed addresses, its signing secret. */

/** A valid key. */
export interface OpenedKey {
  readonly actor: KeyActor;
  /** The hash of the presented secret. */
  readonly hash: string;
  readonly kept: Pick<KeptKey, "ownerId" | "keyId" | "allowedAddresses" | "expiresAt">;
  /** Undefined before the first use. */
  readonly lastUsedAt: string | undefined;
  /** The sandbox of a test key. */
  readonly sandbox?: Sandbox.Standing;
}

/** Returns the table keys of an API key, its owner, plan, last use and, for a test key, sandbox, in the order of `open`. */
export const keysFor = (presented: Presented): Key[] => [
  apiKey.key(presented),
  userProfile.key({ userId: presented.ownerId }),
  userPlan.key({ userId: presented.ownerId }),
  apiKeyUse.key(presented),
  ...(presented.mode === "test" ? [Sandbox.keyOf(presented.ownerId)] : []),
];

/** Returns the table key of the signing secret, for routes that require a signature. */
export const signingKeyOf = (presented: Presented): Key => apiKeySigning.key(presented);

/** Returns the sealed signing secret that belongs to a key's secret. Undefined if it was replaced. */
export function signingOf(
  item: Table.Item | undefined,
  { hash }: Pick<OpenedKey, "hash">,
): string | undefined {
  const kept = item && apiKeySigning.parse(item);
  return [kept?.current, kept?.former].find((one) => one?.hash === hash)?.signing;
}

/** Returns the key of a text. Undefined if it does not exist or has expired, or its owner is blocked. */
export function open(...found: Found): OpenedKey | undefined {
  const key = proven(...found);
  return key && !isPast(key) ? key : undefined;
}

/** Returns whether a text has the secret of a key that has expired. */
export function hasExpired(...found: Found): boolean {
  const key = proven(...found);
  return key !== undefined && isPast(key);
}

type Found = [presented: Presented, items: readonly (Table.Item | undefined)[]];

/** Returns the key whose secret was presented, even if it has expired. */
function proven(
  ...[presented, [keyItem, ownerItem, planItem, useItem, sandboxItem]]: Found
): OpenedKey | undefined {
  if (!keyItem || !ownerItem) return undefined;
  const kept = apiKey.parse(keyItem);
  const owner = holderFrom(ownerItem);
  const secret = secretsNow(kept).find(({ hash }) => isEqual(hash, presented.hash));
  if (!secret || owner.blocked || !Stamp.isOf(kept, owner)) return undefined;
  const { hash } = secret;
  const lastUsedAt = useItem && apiKeyUse.parse(useItem).lastUsedAt;
  const grant = { ...kept, plan: Plans.higher(kept.plan, Plans.grantedBy(planItem)) };
  if (kept.mode === "live") return { actor: keyActor(owner, grant, "live"), hash, kept, lastUsedAt };
  const sandbox = Sandbox.standingOf(owner, sandboxItem);
  return { actor: keyActor(owner, grant, sandbox.mode), hash, kept, lastUsedAt, sandbox };
}

const isPast = ({ kept: { expiresAt } }: OpenedKey): boolean =>
  expiresAt !== undefined && expiresAt <= Clock.nowIso();

/** Returns the valid secrets of a key. */
const secretsNow = ({ current, former }: KeptKey) =>
  former && former.until > Clock.nowIso() ? [current, former] : [current];

const isEqual = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(a, "hex"), Buffer.from(b, "hex"));

/** Reads the key of a text in one round trip. */
export async function fromText(text: string): Promise<OpenedKey | undefined> {
  const presented = parse(text);
  if (!presented) return undefined;
  return open(presented, await Table.getMany(keysFor(presented)));
}

/** Returns whether a key may be used from an address. */
export const allowsAddress = ({ kept }: OpenedKey, ip: string): boolean =>
  kept.allowedAddresses.length === 0 || Ip.isWithin(ip, kept.allowedAddresses);

/** Records the use of a key, at most once a minute. A failure is only logged. */
export async function noteUse({ kept, lastUsedAt }: OpenedKey): Promise<void> {
  const nowMs = Clock.nowMs();
  if (lastUsedAt !== undefined && nowMs - Date.parse(lastUsedAt) < MINUTE_MS) return;
  try {
    const use = Table.update(apiKeyUse.key(kept), {
      set: { lastUsedAt: toIso(nowMs) },
      // A concurrent request may have recorded it, or the key may be revoked.
      where: Where.all(Where.exists, Where.is({ lastUsedAt })),
    });
    await Table.ignoreConditionFailure(use);
  } catch (error) {
    log.warn("api key: use not recorded", { keyId: kept.keyId, error });
  }
}

export const allows = ({ scopes: granted }: Pick<KeyGrant, "scopes">, scope: Scope): boolean =>
  granted.includes("*") || granted.includes(scope);

/** @throws FORBIDDEN unless a key has a scope */
export function checkScope(key: Pick<KeyGrant, "scopes">, scope: Scope): void {
  if (allows(key, scope)) return;
  throw fail(Forbidden, {
    message: text(
      `This API key needs the scope ${scope}.`,
      `Cette clé d'API a besoin de la portée ${scope}.`,
    ),
    details: { scope },
  });
}
