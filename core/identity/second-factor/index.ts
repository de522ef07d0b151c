import * as Clock from "../../kernel/clock/index.ts";
import { fail, RateLimited, Unauthenticated } from "../../kernel/errors.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import { seal, unseal } from "../../platform/seal.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { Account, UserActor } from "../actor.ts";
import { userProfile } from "../entity.ts";
import { TwoFactorInvalid, TwoFactorRequired } from "../errors.ts";
import * as Stamp from "../stamp.ts";
import * as Throttle from "../throttle.ts";
import { fromItem, type User } from "../user.ts";
import { newRecoveryCodes, newSecret, otpauthUrl, recoveryHash, stepOf } from "./codes.ts";
import { secondFactor } from "./entity.ts";
import { TwoFactorAlreadyOn, TwoFactorNotBegun } from "./errors.ts";
import { recoveryCodeUsed, secondFactorOff, secondFactorOn } from "./events.ts";
import { WRONG_CODES, WRONG_CODES_SECONDS } from "./schema.ts";

/**
 * The second factor of an account: a code of an authenticator, or a recovery code. It is the owner's: a new
 * password or a reset by mail leaves it on, or else the mailbox would be enough; a hand-over ends it.
 *
 * Every try is decided over the version of the item that it read, so of tries at the same time one counts
 * after the other: a code counts once, and no burst gets more tries than are allowed.
 */

/** Whose second factor it is. */
export type Owner = Pick<Account, "userId" | "ownershipId">;

/** What somebody shows. */
export interface Given {
  readonly totpCode?: string | undefined;
  readonly recoveryCode?: string | undefined;
}

type Stored = ReturnType<typeof secondFactor.parse>;

/** How long a secret may be set up. */
const PENDING_SECONDS = 600;

const purposeOf = ({ userId, ownershipId }: Owner): string => `totp:${userId}:${ownershipId}`;

/** What stands in the table of this owner: a former one's is nobody's. */
function storedOf(item: Table.Item | undefined, owner: Owner) {
  const found = item && secondFactor.parse(item);
  return found?.ownershipId === owner.ownershipId ? found : undefined;
}

/** The condition that nobody has written since. */
const unchanged = (item: Table.Item | undefined): Where.Where =>
  item ? Where.is({ version: secondFactor.parse(item).version }) : Where.absent;

const next = (item: Table.Item | undefined): bigint => (item ? secondFactor.parse(item).version : 0n) + 1n;

const readBoth = ({ userId }: Pick<Owner, "userId">) =>
  Table.getMany([userProfile.key({ userId }), secondFactor.key({ userId })]);

/** The account as the actor came with it. @throws UNAUTHORIZED where its credentials have changed */
function accountOf(actor: UserActor, profile: Table.Item | undefined): User {
  const user = profile && fromItem(profile);
  if (!user || !Stamp.isOf(actor, user)) throw fail(Unauthenticated);
  return user;
}

/** A secret that is being set up: the only time that it is seen. */
export interface Setup {
  readonly secret: string;
  readonly otpauthUrl: string;
  readonly expiresAt: string;
}

/**
 * Begins to set up a second factor: it is not on before `verify` has seen a code of it. Beginning again takes
 * the place of what was begun.
 * @throws TWO_FACTOR_ALREADY_ON
 */
export const enable = (actor: UserActor): Promise<Setup> =>
  Table.change(
    () => readBoth(actor),
    async ([profile, item]) => {
      const user = accountOf(actor, profile);
      if (user.secondFactorAt !== undefined) throw fail(TwoFactorAlreadyOn);
      const { userId, ownershipId } = user;
      const secret = newSecret();
      const pendingUntil = Clock.nowSeconds() + PENDING_SECONDS;
      const pendingSecret = await seal(secret, purposeOf(user));
      const kept = { userId, ownershipId, version: next(item), pendingSecret, pendingUntil };
      const writes: Table.Write[] = [
        Stamp.stillHolds(actor),
        { put: secondFactor.item(kept), where: unchanged(item) },
      ];
      const expiresAt = new Date(pendingUntil * 1000).toISOString();
      return { writes, result: { secret, otpauthUrl: otpauthUrl(secret, user.email), expiresAt } };
    },
  );

/**
 * Switches on what was begun, by a code of it, and gives the recovery codes: the only time that they are seen.
 * Where it is on already, the code is just checked, and used up.
 * @throws TWO_FACTOR_INVALID, TWO_FACTOR_NOT_BEGUN, RATE_LIMITED
 */
export async function verify(
  actor: UserActor,
  totpCode: string,
): Promise<{ readonly recoveryCodes?: string[] }> {
  const recoveryCodes = newRecoveryCodes();
  const switched = await Table.change(
    () => readBoth(actor),
    async ([profile, item]) => {
      const user = accountOf(actor, profile);
      if (user.secondFactorAt !== undefined) return { writes: [], result: false };
      const step = await pendingStep(user, storedOf(item, user), totpCode);
      return { writes: switching(actor, item, step, recoveryCodes), result: true };
    },
  );
  if (switched) return { recoveryCodes };
  await use(actor, { totpCode }, actor.sessionId);
  return {};
}

/** The step of a code of the secret that is being set up. @throws TWO_FACTOR_NOT_BEGUN, TWO_FACTOR_INVALID */
async function pendingStep(owner: Owner, stored: Stored | undefined, code: string): Promise<number> {
  const { pendingSecret, pendingUntil = 0 } = stored ?? {};
  if (pendingSecret === undefined || pendingUntil <= Clock.nowSeconds()) throw fail(TwoFactorNotBegun);
  const step = stepOf(await unseal(pendingSecret, purposeOf(owner)), code);
  if (step === undefined) throw fail(TwoFactorInvalid);
  return step;
}

function switching(
  { userId, securityStamp }: UserActor,
  item: Table.Item | undefined,
  lastStep: number,
  recoveryCodes: readonly string[],
): Table.Write[] {
  const at = Clock.nowIso();
  const secret = item?.["pendingSecret"];
  const recoveryHashes = recoveryCodes.map((code) => recoveryHash(userId, code));
  return [
    {
      update: userProfile.key({ userId }),
      set: { secondFactorAt: at, updatedAt: at },
      where: Where.is({ securityStamp, secondFactorAt: undefined }),
    },
    {
      update: secondFactor.key({ userId }),
      set: {
        ...{ version: next(item), secret, lastStep, recoveryHashes },
        ...{ pendingSecret: undefined, pendingUntil: undefined },
      },
      where: unchanged(item),
    },
    Outbox.write(secondFactorOn, { userId }),
  ];
}

/**
 * Switches the second factor off, or ends its setting up. Whoever calls has seen a proof of it. Off already:
 * nothing changes.
 */
export const disable = (actor: UserActor): Promise<void> =>
  Table.change(
    () => readBoth(actor),
    ([profile, item]) => {
      const user = accountOf(actor, profile);
      const { userId, securityStamp, secondFactorAt } = user;
      const removal: Table.Write[] = item
        ? [{ remove: secondFactor.key({ userId }), where: unchanged(item) }]
        : [];
      if (secondFactorAt === undefined) return { writes: removal, result: undefined };
      const off: Table.Write = {
        update: userProfile.key({ userId }),
        set: { secondFactorAt: undefined, updatedAt: Clock.nowIso() },
        where: Where.is({ securityStamp, secondFactorAt }),
      };
      const writes = [off, ...removal, Outbox.write(secondFactorOff, { userId })];
      return { writes, result: undefined };
    },
  );

/** Ten new recovery codes in place of those that were left. Whoever calls has seen a proof. */
export async function renewRecoveryCodes(actor: UserActor): Promise<string[]> {
  const { userId } = actor;
  const recoveryCodes = newRecoveryCodes();
  const recoveryHashes = recoveryCodes.map((code) => recoveryHash(userId, code));
  await Table.change(
    () => readBoth(actor),
    ([profile, item]) => {
      const stored = storedOf(item, accountOf(actor, profile));
      if (stored?.secret === undefined) throw fail(TwoFactorNotBegun);
      const renewal: Table.Write = {
        update: secondFactor.key({ userId }),
        set: { version: next(item), recoveryHashes },
        where: unchanged(item),
      };
      return { writes: [Stamp.stillHolds(actor), renewal], result: undefined };
    },
  );
  return recoveryCodes;
}

/** Whether the actor's second factor is on, and how many recovery codes are left. */
export async function state(
  actor: UserActor,
): Promise<{ readonly isOn: boolean; readonly codesLeft: number }> {
  const [profile, item] = await readBoth(actor);
  const user = accountOf(actor, profile);
  const codesLeft = storedOf(item, user)?.recoveryHashes.length ?? 0;
  return { isOn: user.secondFactorAt !== undefined, codesLeft };
}

/**
 * Uses up a code of the actor's own, which stands before a change of the second factor itself. Where none is
 * on, there is none to ask for.
 * @param text a code or a recovery code, as somebody typed it
 * @throws TWO_FACTOR_INVALID, RATE_LIMITED
 */
export async function spendOwn(actor: UserActor, text: string): Promise<void> {
  const { isOn } = await state(actor);
  if (isOn) await use(actor, givenOf(text), actor.sessionId);
}

/**
 * The user with the second factor proven, where the account asks for one. Called after the first proof alone.
 * @param ip from where it is tried: addresses where the account was signed in have tries of their own, so that
 *   whoever knows the password elsewhere does not use up the owner's
 * @throws TWO_FACTOR_REQUIRED where nothing was shown, TWO_FACTOR_INVALID, RATE_LIMITED
 */
export async function prove(user: User, given: Given, ip: string): Promise<User> {
  const { secondFactorAt } = user;
  if (secondFactorAt === undefined) return user;
  if (given.totpCode === undefined && given.recoveryCode === undefined) throw fail(TwoFactorRequired);
  const place = Throttle.keyOf(user.userId, ip);
  const isKnown = Throttle.isKnown(await Table.get(place), user);
  await use(user, given, isKnown ? place.sk : "elsewhere");
  return { ...user, secondFactorProven: secondFactorAt };
}

/**
 * Uses a code up.
 * @param from whose tries a wrong one counts with
 * @throws TWO_FACTOR_INVALID, RATE_LIMITED after ten wrong ones in 15 minutes
 */
export async function use(owner: Owner, given: Given, from: string): Promise<void> {
  const holds = await Table.change(
    () => Table.get(secondFactor.key(owner)),
    async (item) => {
      const stored = storedOf(item, owner);
      if (!stored?.secret) return { writes: [], result: false };
      const recent = stored.tries.filter(({ atMs }) => atMs > Clock.nowMs() - WRONG_CODES_SECONDS * 1000);
      checkTries(recent.filter((one) => one.from === from));
      const proof = await judge(owner, stored, given);
      if (proof === "used") return { writes: [], result: false };
      const others = recent.filter((one) => one.from !== from);
      const set = proof
        ? { ...proof.set, tries: others }
        : { tries: [...recent, { from, atMs: Clock.nowMs() }].slice(-MOST_TRIES) };
      const change: Table.Write = {
        update: secondFactor.key(owner),
        set: { version: next(item), ...set },
        where: unchanged(item),
      };
      return { writes: [change, ...(proof?.told ?? [])], result: proof !== undefined };
    },
  );
  if (!holds) throw fail(TwoFactorInvalid);
}

/** So many wrong tries are kept, from all places. */
const MOST_TRIES = 200;

/** @throws RATE_LIMITED */
function checkTries(tries: Stored["tries"]): void {
  const [first] = tries.slice(-WRONG_CODES);
  if (!first || tries.length < WRONG_CODES) return;
  const retryAfter = Math.max(1, Math.ceil((first.atMs - Clock.nowMs()) / 1000) + WRONG_CODES_SECONDS);
  throw fail(RateLimited, { details: { retryAfter } });
}

interface Proof {
  readonly set: Readonly<Record<string, unknown>>;
  readonly told?: readonly Table.Write[];
}

/** What a code changes; undefined for a wrong one. One that was right and is used counts as no try. */
async function judge(owner: Owner, stored: Stored, given: Given): Promise<Proof | "used" | undefined> {
  const { userId } = owner;
  if (given.totpCode !== undefined) {
    const step = stepOf(await unseal(stored.secret ?? "", purposeOf(owner)), given.totpCode);
    if (step === undefined) return undefined;
    return step > (stored.lastStep ?? 0) ? { set: { lastStep: step } } : "used";
  }
  const hash = recoveryHash(userId, given.recoveryCode ?? "");
  const recoveryHashes = stored.recoveryHashes.filter((one) => one !== hash);
  const left = recoveryHashes.length;
  if (left === stored.recoveryHashes.length) return undefined;
  return { set: { recoveryHashes }, told: [Outbox.write(recoveryCodeUsed, { userId, left })] };
}

/** What somebody typed into one field: six digits are a code, anything else a recovery code. */
export function givenOf(text: string | undefined): Given {
  if (text === undefined || text.trim() === "") return {};
  const plain = text.replace(/[\s-]/g, "");
  return /^\d{6}$/.test(plain) ? { totpCode: plain } : { recoveryCode: text };
}

/** Deletes what a former owner of an account that was handed over has set up. */
export async function clear(user: Owner): Promise<void> {
  const item = await Table.get(secondFactor.key(user));
  if (!item || storedOf(item, user)) return;
  await Table.unlessRefused(Table.remove(secondFactor.key(user), unchanged(item)));
}
