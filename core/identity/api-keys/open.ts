import { timingSafeEqual } from "node:crypto";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ip from "../../kernel/ip/index.ts";
import { log } from "../../platform/log.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { type KeyActor, keyActor } from "../actor.ts";
import { userProfile } from "../entity.ts";
import { userPlan } from "../plans/entity.ts";
import * as Plans from "../plans/index.ts";
import * as Sandbox from "../sandboxes/index.ts";
import * as Stamp from "../stamp.ts";
import { holderFrom } from "../user.ts";
import { apiKey, apiKeySigning, apiKeyUse, type KeptKey } from "./entity.ts";
import { type Presented, parse } from "./text.ts";

/** What an API key opens: the account that it acts for, from where it may, what requests are signed with. */

/** A key that holds. */
export interface OpenedKey {
  readonly actor: KeyActor;
  /** Of the secret that was presented. */
  readonly hash: string;
  readonly kept: Pick<KeptKey, "ownerId" | "keyId" | "allowedAddresses" | "expiresAt">;
  /** Undefined where it never was used before. */
  readonly lastUsedAt: string | undefined;
  /** Where a test key acts. */
  readonly sandbox?: Sandbox.Standing;
}

/**
 * The keys of the items of an API key, its owner, the owner's plan, the key's last use, and for a test key the owner's
 * sandbox, in the order that `open` takes them.
 */
export const keysFor = (presented: Presented): Key[] => [
  apiKey.key(presented),
  userProfile.key({ userId: presented.ownerId }),
  userPlan.key({ userId: presented.ownerId }),
  apiKeyUse.key(presented),
  ...(presented.mode === "test" ? [Sandbox.keyOf(presented.ownerId)] : []),
];

/** The key of the item that has what requests are signed with: for routes that take signed ones alone. */
export const signingKeyOf = (presented: Presented): Key => apiKeySigning.key(presented);

/** The signing secret that was shown with a key's secret, sealed for the key; undefined where it was replaced by now. */
export function signingOf(
  item: Table.Item | undefined,
  { hash }: Pick<OpenedKey, "hash">,
): string | undefined {
  const kept = item && apiKeySigning.parse(item);
  return [kept?.current, kept?.former].find((one) => one?.hash === hash)?.signing;
}

/**
 * The key that a text stands for now; undefined where it is none, has ended, or its owner may not sign in.
 */
export function open(...found: Found): OpenedKey | undefined {
  const key = proven(...found);
  return key && !isPast(key) ? key : undefined;
}

/** Whether a text has the secret of a key that would hold had its time not ended. */
export function hasExpired(...found: Found): boolean {
  const key = proven(...found);
  return key !== undefined && isPast(key);
}

type Found = [presented: Presented, items: readonly (Table.Item | undefined)[]];

/** The key whose secret was presented, whether or not its time has ended. */
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

/** The secrets of a key that hold now. */
const secretsNow = ({ current, former }: KeptKey) =>
  former && former.until > Clock.nowIso() ? [current, former] : [current];

const isEqual = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(a, "hex"), Buffer.from(b, "hex"));

/** The key that a text stands for now, read in one round trip. */
export async function fromText(text: string): Promise<OpenedKey | undefined> {
  const presented = parse(text);
  if (!presented) return undefined;
  return open(presented, await Table.getMany(keysFor(presented)));
}

/** Whether a key may be used from an address. */
export const allowsAddress = ({ kept }: OpenedKey, ip: string): boolean =>
  kept.allowedAddresses.length === 0 || Ip.isWithin(ip, kept.allowedAddresses);

/** How often a use is noted. */
const NOTED_EVERY_MS = 60_000;

/** Notes that a key was used, at most once a minute. It never fails: the call does not depend on it. */
export async function noteUse({ kept, lastUsedAt }: OpenedKey): Promise<void> {
  const nowMs = Clock.nowMs();
  if (lastUsedAt !== undefined && nowMs - Date.parse(lastUsedAt) < NOTED_EVERY_MS) return;
  try {
    const use = Table.update(apiKeyUse.key(kept), {
      set: { lastUsedAt: new Date(nowMs).toISOString() },
      // Another call may have noted it by now, or the key be revoked.
      where: Where.all(Where.exists, Where.is({ lastUsedAt })),
    });
    await Table.unlessRefused(use);
  } catch (error) {
    log.warn("the use of an API key was not noted", { keyId: kept.keyId, error });
  }
}
