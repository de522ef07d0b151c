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
import { isStaffRole, type KeyActor, type KeyGrant, keyActor, staffNeedsSecondFactor } from "../actor.ts";
import { userProfile } from "../entity.ts";
import { userPlan } from "../plans/entity.ts";
import * as Plans from "../plans/index.ts";
import * as Sandbox from "../sandboxes/index.ts";
import * as Stamp from "../stamp.ts";
import { type Holder, holderFrom } from "../user.ts";
import { apiKey, apiKeySigning, apiKeyUse, type StoredApiKey } from "./entity.ts";
import type { Scope } from "./schema.ts";
import { type Presented, parseSecret } from "./text.ts";

/** Verifies API keys and their scopes and allowed addresses, and finds their signing secrets. */

/** A valid key. */
export interface OpenedKey {
  readonly actor: KeyActor;
  /** The hash of the presented secret. */
  readonly hash: string;
  readonly stored: Pick<StoredApiKey, "ownerId" | "keyId" | "allowedAddresses" | "expiresAt">;
  /** Undefined before the first use. */
  readonly lastUsedAt: string | undefined;
  /** The sandbox of a test key. */
  readonly sandbox?: Sandbox.SandboxState;
}

/** Returns the table keys of the items that `open` expects, in its order: API key, owner, plan, last use and, for a test key, sandbox. */
export const keysFor = (presented: Presented): Key[] => [
  apiKey.key(presented),
  userProfile.key({ userId: presented.ownerId }),
  userPlan.key({ userId: presented.ownerId }),
  apiKeyUse.key(presented),
  ...(presented.mode === "test" ? [Sandbox.keyOf(presented.ownerId)] : []),
];

/** Returns the table key of the signing secret, for routes that require a signature. */
export const signingKeyOf = (presented: Presented): Key => apiKeySigning.key(presented);

/** Returns the sealed signing secret of a key's secret. Undefined if the secret was replaced or the key revoked. */
export function signingOf(
  item: Table.Item | undefined,
  { hash }: Pick<OpenedKey, "hash">,
): string | undefined {
  const stored = item && apiKeySigning.parse(item);
  return [stored?.current, stored?.former].find((one) => one?.hash === hash)?.signing;
}

/**
 * Verifies a presented key.
 * @returns undefined if the key does not exist, has another secret, has expired or has a former security stamp, or if its
 *   owner is blocked
 */
export function open(...found: KeyItems): OpenedKey | undefined {
  const key = findPresented(...found);
  return key && !isExpired(key) ? key : undefined;
}

/** Returns whether a presented secret is right, but its key has expired. */
export function hasExpired(...found: KeyItems): boolean {
  const key = findPresented(...found);
  return key !== undefined && isExpired(key);
}

type KeyItems = [presented: Presented, items: readonly (Table.Item | undefined)[]];

/** Returns the key of a presented secret, also if it has expired. */
function findPresented(
  ...[presented, [keyItem, ownerItem, planItem, useItem, sandboxItem]]: KeyItems
): OpenedKey | undefined {
  if (!keyItem || !ownerItem) return undefined;
  const stored = apiKey.parse(keyItem);
  const owner = holderFrom(ownerItem);
  const secret = validSecrets(stored).find(({ hash }) => isEqual(hash, presented.hash));
  if (!secret || owner.blocked || !Stamp.matches(stored, owner)) return undefined;
  const { hash } = secret;
  const lastUsedAt = useItem && apiKeyUse.parse(useItem).lastUsedAt;
  const holder = carriesRole(owner, stored) ? owner : { ...owner, role: "PARTICULIER" as const };
  const grant = { ...stored, plan: Plans.higherPlan(stored.plan, Plans.keyPlanFrom(planItem)) };
  if (stored.mode === "live") return { actor: keyActor(holder, grant, "live"), hash, stored, lastUsedAt };
  const sandbox = Sandbox.stateOf(owner, sandboxItem);
  return { actor: keyActor(holder, grant, sandbox.mode), hash, stored, lastUsedAt, sandbox };
}

/**
 * Returns whether a key has its owner's role. A role of staff needs a proven second factor, as in a session: the key was
 * created when the account had one, so its creation was confirmed with it.
 */
const carriesRole = (owner: Holder, { createdAt }: StoredApiKey): boolean =>
  !isStaffRole(owner.role) ||
  !staffNeedsSecondFactor() ||
  (owner.isAddressProven === true && owner.secondFactorAt !== undefined && owner.secondFactorAt <= createdAt);

const isExpired = ({ stored: { expiresAt } }: OpenedKey): boolean =>
  expiresAt !== undefined && expiresAt <= Clock.nowIso();

/** Returns the valid secrets of a key. */
const validSecrets = ({ current, former }: StoredApiKey) =>
  former && former.until > Clock.nowIso() ? [current, former] : [current];

const isEqual = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(a, "hex"), Buffer.from(b, "hex"));

/** Reads and verifies the key of a text in one round trip. */
export async function fromText(text: string): Promise<OpenedKey | undefined> {
  const presented = parseSecret(text);
  if (!presented) return undefined;
  return open(presented, await Table.getMany(keysFor(presented)));
}

/** Returns whether a key may be used from an address. */
export const allowsAddress = ({ stored }: OpenedKey, ip: string): boolean =>
  stored.allowedAddresses.length === 0 || Ip.isWithin(ip, stored.allowedAddresses);

/** Records the use of a key, at most once a minute. Only logs a failure. */
export async function recordUse({ stored, lastUsedAt }: OpenedKey): Promise<void> {
  const nowMs = Clock.nowMs();
  if (lastUsedAt !== undefined && nowMs - Date.parse(lastUsedAt) < MINUTE_MS) return;
  try {
    const use = Table.update(apiKeyUse.key(stored), {
      set: { lastUsedAt: toIso(nowMs) },
      // A concurrent request may have recorded it, or the key may be revoked.
      where: Where.all(Where.exists, Where.is({ lastUsedAt })),
    });
    await Table.ignoreConditionFailure(use);
  } catch (error) {
    log.warn("api key: use not recorded, the request continues", { keyId: stored.keyId, error });
  }
}

export const allows = ({ scopes: granted }: Pick<KeyGrant, "scopes">, scope: Scope): boolean =>
  granted.includes("*") || granted.includes(scope);

/** @throws FORBIDDEN unless a key has a scope */
export function checkScope(key: Pick<KeyGrant, "scopes">, scope: Scope): void {
  if (allows(key, scope)) return;
  throw fail(Forbidden, {
    message: text(
      `This API key does not have the scope ${scope}. Use a key that has it.`,
      `Cette clé d'API n'a pas la portée ${scope}. Utilisez une clé qui l'a.`,
    ),
    details: { scope },
  });
}
