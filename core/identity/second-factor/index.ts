import * as Clock from "../../kernel/clock/index.ts";
import { Contention, fail, Unauthenticated } from "../../kernel/errors.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import { seal, unseal } from "../../platform/seal.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { UserActor } from "../actor.ts";
import { userProfile } from "../entity.ts";
import { TwoFactorAlreadyOn, TwoFactorInvalid, TwoFactorNotBegun } from "../errors.ts";
import { recoveryCodesRenewed, secondFactorOff, secondFactorOn } from "../events.ts";
import * as Stamp from "../stamp.ts";
import { fromItem, type User } from "../user.ts";
import { newRecoveryCodes, newSecret, otpauthUrl, recoveryHash, stepOf } from "./codes.ts";
import { secondFactor } from "./entity.ts";
import { next, type Owner, purposeOf, type Stored, storedOf, unchanged } from "./stored.ts";
import { givenOf, use } from "./use.ts";

export { type Given, givenOf, prove, use } from "./use.ts";

/**
 * The second factor of an account: a code of an authenticator, or a recovery code. It is the owner's: a new
 * password or a reset by mail leaves it on, or else the mailbox would be enough; a hand-over ends it.
 */

/** How long a secret may be set up. */
const PENDING_SECONDS = 600;

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
  const secret = item && secondFactor.parse(item).pendingSecret;
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
 * Switches the second factor off, or ends its setting up. Off already: nothing changes.
 * @param isProven whether whoever calls has seen a proof: of one that was off a moment ago there is none
 * @throws CONTENTION where it is on and nothing was proven
 */
export const disable = (actor: UserActor, isProven: boolean): Promise<void> =>
  Table.change(
    () => readBoth(actor),
    ([profile, item]) => {
      const user = accountOf(actor, profile);
      const { userId, securityStamp, secondFactorAt } = user;
      const removal: Table.Write[] = item
        ? [{ remove: secondFactor.key({ userId }), where: unchanged(item) }]
        : [];
      if (secondFactorAt === undefined) return { writes: removal, result: undefined };
      if (!isProven) throw fail(Contention);
      const off: Table.Write = {
        update: userProfile.key({ userId }),
        set: { secondFactorAt: undefined, updatedAt: Clock.nowIso() },
        where: Where.is({ securityStamp, secondFactorAt }),
      };
      const writes = [off, ...removal, Outbox.write(secondFactorOff, { userId })];
      return { writes, result: undefined };
    },
  );

/**
 * Ten new recovery codes in place of those that were left.
 * @param isProven as of `disable`
 * @throws TWO_FACTOR_NOT_BEGUN, CONTENTION
 */
export async function renewRecoveryCodes(actor: UserActor, isProven: boolean): Promise<string[]> {
  const { userId } = actor;
  const recoveryCodes = newRecoveryCodes();
  const recoveryHashes = recoveryCodes.map((code) => recoveryHash(userId, code));
  await Table.change(
    () => readBoth(actor),
    ([profile, item]) => {
      const stored = storedOf(item, accountOf(actor, profile));
      if (stored?.secret === undefined) throw fail(TwoFactorNotBegun);
      if (!isProven) throw fail(Contention);
      const renewal: Table.Write = {
        update: secondFactor.key({ userId }),
        set: { version: next(item), recoveryHashes },
        where: unchanged(item),
      };
      const told = Outbox.write(recoveryCodesRenewed, { userId });
      return { writes: [Stamp.stillHolds(actor), renewal, told], result: undefined };
    },
  );
  return recoveryCodes;
}

export interface State {
  readonly isOn: boolean;
  /** Of the recovery codes. */
  readonly codesLeft: number;
  /** Whether the account has a password, which is asked for before one is set up on the web. */
  readonly hasPassword: boolean;
}

/** How the actor's second factor stands. */
export async function state(actor: UserActor): Promise<State> {
  const [profile, item] = await readBoth(actor);
  const user = accountOf(actor, profile);
  const codesLeft = storedOf(item, user)?.recoveryHashes.length ?? 0;
  const hasPassword = profile !== undefined && userProfile.parse(profile).passwordId !== undefined;
  return { isOn: user.secondFactorAt !== undefined, codesLeft, hasPassword };
}

/**
 * Uses up a code of the actor's own, which stands before a change of the second factor itself. Where none is
 * on, there is none to ask for.
 * @param text a code or a recovery code, as somebody typed it
 * @returns whether it was asked for
 * @throws TWO_FACTOR_INVALID, RATE_LIMITED
 */
export async function spendOwn(actor: UserActor, text: string): Promise<boolean> {
  const { isOn } = await state(actor);
  if (isOn) await use(actor, givenOf(text), actor.sessionId);
  return isOn;
}

/** Deletes what a former owner of an account that was handed over has set up. */
export async function clear(user: Owner): Promise<void> {
  const item = await Table.get(secondFactor.key(user));
  if (!item || storedOf(item, user)) return;
  await Table.unlessRefused(Table.remove(secondFactor.key(user), unchanged(item)));
}
