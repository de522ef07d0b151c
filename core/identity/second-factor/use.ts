import * as Clock from "../../kernel/clock/index.ts";
import { fail, RateLimited } from "../../kernel/errors.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Seal from "../../platform/seal.ts";
import * as Table from "../../platform/table/index.ts";
import type * as Where from "../../platform/table/where.ts";
import type { Account } from "../actor.ts";
import { TwoFactorInvalid, TwoFactorRequired } from "../errors.ts";
import { recoveryCodeUsed, wrongCodesTried } from "../events.ts";
import type { Proven } from "../sessions.ts";
import * as Throttle from "../throttle.ts";
import { recoveryHash, stepOf } from "./codes.ts";
import { secondFactor } from "./entity.ts";
import { WRONG_CODES, WRONG_CODES_SECONDS } from "./schema.ts";

/**
 * Verifies codes. Every try is decided under the version of the item that it read, so concurrent tries count one after the
 * other: a code counts once, and no burst gets more tries than allowed.
 */

export type Owner = Pick<Account, "userId" | "ownershipId">;

export type Stored = ReturnType<typeof secondFactor.parse>;

/** Returns the purpose that a secret is sealed for. A pending secret has the same, because it becomes the other. */
export const purposeOf = (owner: Owner): Seal.Purpose => Seal.purposeOf(secondFactor, "secret", owner);

/** Reads the second factor of an owner. A former owner's does not count. */
export function storedOf(item: Table.Item | undefined, owner: Owner): Stored | undefined {
  const found = item && secondFactor.parse(item);
  return found?.ownershipId === owner.ownershipId ? found : undefined;
}

export const isUnchanged = (item: Table.Item | undefined): Where.Where =>
  secondFactor.unchanged(item && secondFactor.parse(item));

export const nextVersion = (item: Table.Item | undefined): bigint =>
  (item ? secondFactor.parse(item).version : 0n) + 1n;

/** A code as the user entered it. */
export interface Given {
  readonly totpCode?: string | undefined;
  readonly recoveryCode?: string | undefined;
}

/** Reads a code from one field: six digits are an authenticator's, anything else is a recovery code. */
export function givenOf(text: string | undefined): Given {
  if (text === undefined || text.trim() === "") return {};
  const plain = text.replace(/[\s-]/g, "");
  return /^\d{6}$/.test(plain) ? { totpCode: plain } : { recoveryCode: text };
}

/**
 * Proves the second factor of a user, if the account has one. Called only after the first proof.
 * @param ip the client's address. A known one has its own limit of tries, so that a stranger who knows the password does
 *   not use up the owner's
 * @throws TWO_FACTOR_REQUIRED if nothing is given, TWO_FACTOR_INVALID, RATE_LIMITED
 */
export async function prove(user: Proven, given: Given, ip: string): Promise<Proven> {
  const { secondFactorAt } = user;
  if (secondFactorAt === undefined) return user;
  if (given.totpCode === undefined && given.recoveryCode === undefined) throw fail(TwoFactorRequired);
  const place = Throttle.keyOf(user.userId, ip);
  const isKnown = Throttle.isKnown(await Table.get(place), user);
  await use(user, given, isKnown ? place.sk : "elsewhere");
  return { ...user, isNewClient: !isKnown, secondFactorProven: secondFactorAt };
}

/**
 * Uses a code up.
 * @param from the place whose limit a wrong code counts against
 * @throws TWO_FACTOR_INVALID, RATE_LIMITED after ten wrong codes in 15 minutes
 */
export async function use(owner: Owner, given: Given, from: string): Promise<void> {
  const holds = await Table.change(
    () => Table.get(secondFactor.key(owner)),
    async (item) => {
      const stored = storedOf(item, owner);
      if (!stored?.secret) return { writes: [], result: false };
      const recent = stored.tries.filter(({ atMs }) => atMs > Clock.nowMs() - WRONG_CODES_SECONDS * 1000);
      assertTriesLeft(recent.filter((one) => one.from === from));
      const proof = await judge(owner, stored, given);
      if (proof === "used") return { writes: [], result: false };
      const forgotten = { tries: recent.filter((one) => one.from !== from) };
      const { set, events } = proof ?? afterWrongCode(owner, stored, recent, from);
      const change: Table.Write = {
        update: secondFactor.key(owner),
        set: { ...forgotten, ...set, version: nextVersion(item) },
        where: isUnchanged(item),
      };
      return { writes: [change, ...events], result: proof !== undefined };
    },
  );
  if (!holds) throw fail(TwoFactorInvalid);
}

/** How many wrong tries are stored, from all places. */
const MOST_TRIES = 200;

/** Returns what a wrong code changes. The last one allowed to a place warns the owner: its sender knows the password. */
function afterWrongCode(
  { userId }: Owner,
  { warnedAtMs = 0 }: Stored,
  recent: Stored["tries"],
  from: string,
): Judged {
  const atMs = Clock.nowMs();
  const tries = [...recent, { from, atMs }].slice(-MOST_TRIES);
  const isLast = tries.filter((one) => one.from === from).length === WRONG_CODES;
  if (!isLast || warnedAtMs > atMs - DAY_MS) return { set: { tries }, events: [] };
  return { set: { tries, warnedAtMs: atMs }, events: [Outbox.write(wrongCodesTried, { userId })] };
}

/** @throws RATE_LIMITED */
function assertTriesLeft(tries: Stored["tries"]): void {
  const [first] = tries.slice(-WRONG_CODES);
  if (!first || tries.length < WRONG_CODES) return;
  const retryAfter = Math.max(1, Math.ceil((first.atMs - Clock.nowMs()) / 1000) + WRONG_CODES_SECONDS);
  throw fail(RateLimited, { details: { retryAfter } });
}

/** What a try changes. */
interface Judged {
  readonly set: Readonly<Record<string, unknown>>;
  readonly events: readonly Table.Write[];
}

/** Returns what a right code changes. Undefined if it is wrong; a right one that was used does not count as a try. */
async function judge(owner: Owner, stored: Stored, given: Given): Promise<Judged | "used" | undefined> {
  const { userId } = owner;
  if (given.totpCode !== undefined) {
    const step = stepOf(await Seal.unseal(stored.secret ?? "", purposeOf(owner)), given.totpCode);
    if (step === undefined) return undefined;
    return step > (stored.lastStep ?? 0) ? { set: { lastStep: step }, events: [] } : "used";
  }
  const hash = recoveryHash(userId, given.recoveryCode ?? "");
  const recoveryHashes = stored.recoveryHashes.filter((one) => one !== hash);
  const left = recoveryHashes.length;
  if (left === stored.recoveryHashes.length) return undefined;
  return { set: { recoveryHashes }, events: [Outbox.write(recoveryCodeUsed, { userId, left })] };
}
