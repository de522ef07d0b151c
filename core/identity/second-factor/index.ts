import * as Clock from "../../kernel/clock/index.ts";
import { Contention, fail, RateLimited, Unauthenticated } from "../../kernel/errors.ts";
import { toIso } from "../../kernel/time.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as RateLimit from "../../platform/ratelimit/index.ts";
import { seal, unseal } from "../../platform/seal.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { PersonActor, ProofMethod, UserActor } from "../actor.ts";
import { userProfile } from "../entity.ts";
import { TwoFactorAlreadyOn, TwoFactorInvalid, TwoFactorNotBegun } from "../errors.ts";
import { authenticatorRemoved, recoveryCodesRenewed, secondFactorOff, secondFactorOn } from "../events.ts";
import * as Stamp from "../stamp.ts";
import { fromItem, type User } from "../user.ts";
import { newRecoveryCodes, newSecret, otpauthUrl, recoveryHash, stepOf } from "./codes.ts";
import { secondFactor } from "./entity.ts";
import { WRONG_CODES, WRONG_CODES_SECONDS } from "./schema.ts";
import {
  isUnchanged,
  methodOf,
  nextVersion,
  type Owner,
  parseCode,
  purposeOf,
  recoveryCodesWrite,
  storedOf,
  use,
} from "./use.ts";

export { type EnteredCode, parseCode, prove, use } from "./use.ts";

/**
 * Sets up the second factor of an account: an authenticator, and recovery codes. Passkeys are a second factor as well
 * (`passkeys/`), so it is on while the account has an authenticator or a passkey. A new password leaves it enabled, because
 * otherwise access to the mailbox would be enough. A hand-over of the account removes it.
 */

/** The time limit of the setup. */
const PENDING_SECONDS = 600;

/** Limits the codes of a setup as those of a sign-in. Restarting the setup does not reset it, a right code does. */
const setupLimit: RateLimit.Limit = {
  bucket: "two-factor-setup",
  max: WRONG_CODES,
  windowSeconds: WRONG_CODES_SECONDS,
};

/** @throws RATE_LIMITED */
async function countSetupCode(userId: string): Promise<void> {
  const { allowed, retryAfterSeconds: retryAfter } = await RateLimit.take(setupLimit, userId);
  if (!allowed) throw fail(RateLimited, { details: { retryAfter } });
}

/** Reads the actor's account and second factor. @throws UNAUTHORIZED after a change of the credentials */
async function read(actor: UserActor) {
  const { userId } = actor;
  const [profile, item] = await Table.getMany([userProfile.key({ userId }), secondFactor.key({ userId })]);
  const user = profile && fromItem(profile);
  if (!user || !Stamp.matches(actor, user)) throw fail(Unauthenticated);
  return { profile, user, item };
}

/** Returns whether the account has an authenticator. A passkey is a second factor without one. */
const hasAuthenticator = ({ user, item }: { readonly user: User; readonly item: Table.Item | undefined }) =>
  storedOf(item, user)?.secret !== undefined;

/** Returns the write that changes whether an account has a second factor, if neither it nor its passkeys have changed. */
const switchWrite = (
  { userId, securityStamp, secondFactorAt, passkeys }: User,
  changed: string | undefined,
): Table.Write => ({
  update: userProfile.key({ userId }),
  set: { secondFactorAt: changed, updatedAt: Clock.nowIso() },
  where: Where.is({ securityStamp, secondFactorAt, passkeys: passkeys === 0 ? undefined : passkeys }),
});

/** The secret of a pending setup. It is returned only once. */
export interface Setup {
  readonly secret: string;
  readonly otpauthUrl: string;
  readonly expiresAt: string;
}

/**
 * Begins the setup. `verify` completes it. A second call replaces the first.
 * @throws TWO_FACTOR_ALREADY_ON
 */
export const enable = (actor: UserActor): Promise<Setup> =>
  Table.change(
    () => read(actor),
    async ({ user, item }) => {
      if (hasAuthenticator({ user, item })) throw fail(TwoFactorAlreadyOn);
      const { userId, ownershipId } = user;
      const secret = await newSecret();
      const pendingUntil = Clock.nowSeconds() + PENDING_SECONDS;
      const pendingSecret = await seal(secret, purposeOf(user));
      const pending = { version: nextVersion(item), pendingSecret, pendingUntil };
      const where = isUnchanged(item);
      const writes: Table.Write[] = [
        Stamp.assertUnchanged(actor),
        storedOf(item, user)
          ? { update: secondFactor.key({ userId }), set: pending, where }
          : { put: secondFactor.item({ userId, ownershipId, ...pending }), where },
      ];
      const expiresAt = toIso(pendingUntil * 1000);
      return { writes, result: { secret, otpauthUrl: await otpauthUrl(secret, user.email), expiresAt } };
    },
  );

/**
 * Enables the second factor with a first code, and returns the recovery codes, only once. If it is already enabled, the code is
 * only used up.
 * @throws TWO_FACTOR_INVALID, TWO_FACTOR_NOT_BEGUN, RATE_LIMITED
 */
export async function verify(
  actor: UserActor,
  totpCode: string,
): Promise<{ readonly recoveryCodes?: string[] }> {
  const recoveryCodes = newRecoveryCodes();
  const isEnabled = await Table.change(
    () => read(actor),
    async ({ user, item }) => {
      if (hasAuthenticator({ user, item })) return { writes: [], result: false };
      return { writes: await switchOnWrites(user, item, totpCode, recoveryCodes), result: true };
    },
  );
  if (isEnabled) {
    await RateLimit.clear(setupLimit, actor.userId);
    return { recoveryCodes };
  }
  await use(actor, { totpCode }, actor.sessionId);
  return {};
}

/** @throws TWO_FACTOR_NOT_BEGUN, TWO_FACTOR_INVALID, RATE_LIMITED */
async function switchOnWrites(
  user: User,
  item: Table.Item | undefined,
  code: string,
  recoveryCodes: readonly string[],
): Promise<Table.Write[]> {
  const { userId } = user;
  const { pendingSecret: secret, pendingUntil = 0 } = storedOf(item, user) ?? {};
  if (secret === undefined || pendingUntil <= Clock.nowSeconds()) throw fail(TwoFactorNotBegun);
  await countSetupCode(userId);
  const lastStep = await stepOf(await unseal(secret, purposeOf(user)), code);
  if (lastStep === undefined) throw fail(TwoFactorInvalid);
  return [
    switchWrite(user, user.secondFactorAt ?? Clock.nowIso()),
    {
      update: secondFactor.key({ userId }),
      set: {
        ...{ version: nextVersion(item), secret, secretSince: Clock.nowIso(), lastStep },
        ...{ recoveryHashes: recoveryCodes.map((code) => recoveryHash(userId, code)) },
        ...{ pendingSecret: undefined, pendingUntil: undefined },
      },
      where: isUnchanged(item),
    },
    Outbox.write(secondFactorOn, { userId }),
  ];
}

/**
 * Removes the authenticator, or cancels its setup. Without passkeys this disables the second factor and ends the recovery
 * codes. Changes nothing if the account has none.
 * @param isProven whether the caller has verified a code. False if the second factor was disabled then
 * @throws CONTENTION if the account has one and no code was verified
 */
export const disable = (actor: UserActor, isProven: boolean): Promise<void> =>
  Table.change(
    () => read(actor),
    ({ user, item }) => {
      const { userId, secondFactorAt, passkeys } = user;
      const has = hasAuthenticator({ user, item });
      if (has && !isProven) throw fail(Contention);
      if (passkeys > 0 && storedOf(item, user)) {
        const writes = [
          switchWrite(user, secondFactorAt),
          withoutAuthenticator(userId, item),
          ...(has ? [Outbox.write(authenticatorRemoved, { userId })] : []),
        ];
        return { writes, result: undefined };
      }
      const removal: Table.Write[] = item
        ? [{ remove: secondFactor.key({ userId }), where: isUnchanged(item) }]
        : [];
      if (secondFactorAt === undefined) return { writes: removal, result: undefined };
      if (!isProven) throw fail(Contention);
      const writes = [switchWrite(user, undefined), ...removal, Outbox.write(secondFactorOff, { userId })];
      return { writes, result: undefined };
    },
  );

/** Returns the write that removes an authenticator and leaves the recovery codes, which passkeys need. */
const withoutAuthenticator = (userId: string, item: Table.Item | undefined): Table.Write => ({
  update: secondFactor.key({ userId }),
  set: {
    ...{ version: nextVersion(item), secret: undefined, secretSince: undefined, lastStep: undefined },
    ...{ pendingSecret: undefined, pendingUntil: undefined },
  },
  where: isUnchanged(item),
});

/**
 * Replaces the recovery codes with ten new ones.
 * @param isProven as in `disable`
 * @throws TWO_FACTOR_NOT_BEGUN, CONTENTION
 */
export async function renewRecoveryCodes(actor: UserActor, isProven: boolean): Promise<string[]> {
  const { userId } = actor;
  const recoveryCodes = newRecoveryCodes();
  await Table.change(
    () => read(actor),
    ({ user, item }) => {
      if (user.secondFactorAt === undefined) throw fail(TwoFactorNotBegun);
      if (!isProven) throw fail(Contention);
      const renewal = recoveryCodesWrite(user, item, recoveryCodes);
      const event = Outbox.write(recoveryCodesRenewed, { userId });
      return { writes: [Stamp.assertUnchanged(actor), renewal, event], result: undefined };
    },
  );
  return recoveryCodes;
}

export interface State {
  /** Whether the account has an authenticator. */
  readonly isOn: boolean;
  /** Whether it has a second factor: an authenticator or a passkey. */
  readonly isRequired: boolean;
  /** The number of unused recovery codes. */
  readonly codesLeft: number;
  /** Whether the account has a password, which the web requires before the setup. */
  readonly hasPassword: boolean;
}

export async function state(actor: UserActor): Promise<State> {
  const { profile, user, item } = await read(actor);
  const codesLeft = storedOf(item, user)?.recoveryHashes.length ?? 0;
  const hasPassword = userProfile.parse(profile).passwordId !== undefined;
  const isRequired = user.secondFactorAt !== undefined;
  return { isOn: hasAuthenticator({ user, item }), isRequired, codesLeft, hasPassword };
}

/**
 * Confirms a change of the second factor. A code of the enabled second factor is a proof; without one, the session or a header
 * must have one.
 * @param text a code or a recovery code, as entered
 * @param confirm requires a recent proof
 * @returns whether the second factor was enabled
 * @throws TWO_FACTOR_INVALID, RATE_LIMITED, STEP_UP_REQUIRED
 */
export async function confirmChange(
  actor: PersonActor,
  text: string | undefined,
  confirm: (verified?: ProofMethod) => Promise<void>,
): Promise<boolean> {
  const entered = parseCode(text);
  const { secondFactor: isOn } = actor.means;
  if (!isOn || Object.keys(entered).length === 0) {
    await confirm();
    return isOn;
  }
  await use(actor, entered, actor.sessionId);
  await confirm(methodOf(entered));
  return true;
}

/** Deletes the second factor of a former owner after a hand-over. */
export async function clear(user: Owner): Promise<void> {
  const item = await Table.get(secondFactor.key(user));
  if (!item || storedOf(item, user)) return;
  await Table.ignoreConditionFailure(Table.remove(secondFactor.key(user), isUnchanged(item)));
}
