import * as Clock from "../../kernel/clock/index.ts";
import { fail, RateLimited, recover } from "../../kernel/errors.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { log } from "../../platform/log.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Seal from "../../platform/seal.ts";
import * as Table from "../../platform/table/index.ts";
import type * as Where from "../../platform/table/where.ts";
import type { Account } from "../actor.ts";
import { TwoFactorInvalid, TwoFactorRequired } from "../errors.ts";
import { recoveryCodeUsed, wrongCodesTried } from "../events.ts";
import * as Throttle from "../throttle.ts";
import type { AuthenticatedUser } from "../user.ts";
import { recoveryHash, stepOf } from "./codes.ts";
import { secondFactor } from "./entity.ts";
import { WRONG_CODES, WRONG_CODES_SECONDS } from "./schema.ts";

/**
 * Verifies codes. Every attempt is conditional on the version of the item that it read, so that concurrent attempts are counted
 * one after another: a code is accepted once, and parallel requests get no additional attempts.
 */

export type Owner = Pick<Account, "userId" | "ownershipId">;

export type Stored = ReturnType<typeof secondFactor.parse>;

/** Returns the purpose for which a secret is sealed. A pending secret has the same purpose, because it becomes the secret. */
export const purposeOf = (owner: Owner): Seal.Purpose => Seal.purposeOf(secondFactor, "secret", owner);

/** Returns the second factor of an owner. Ignores that of a former owner. */
export function storedOf(item: Table.Item | undefined, owner: Owner): Stored | undefined {
  const found = item && secondFactor.parse(item);
  return found?.ownershipId === owner.ownershipId ? found : undefined;
}

export const isUnchanged = (item: Table.Item | undefined): Where.Where =>
  secondFactor.unchanged(item && secondFactor.parse(item));

export const nextVersion = (item: Table.Item | undefined): bigint =>
  (item ? secondFactor.parse(item).version : 0n) + 1n;

/** Returns the attributes of new recovery codes. */
export const recoveryFields = (userId: string, codes: readonly string[]) => ({
  recoveryHashes: codes.map((code) => recoveryHash(userId, code)),
  recoverySince: Clock.nowIso(),
});

/** Returns the write that gives an account new recovery codes. @param item the stored second factor, also of a former owner */
export function recoveryCodesWrite(
  owner: Owner,
  item: Table.Item | undefined,
  codes: readonly string[],
): Table.Write {
  const { userId, ownershipId } = owner;
  const given = { version: nextVersion(item), ...recoveryFields(userId, codes) };
  const where = isUnchanged(item);
  return storedOf(item, owner)
    ? { update: secondFactor.key({ userId }), set: given, where }
    : { put: secondFactor.item({ userId, ownershipId, ...given }), where };
}

/** The attributes of a second factor without an authenticator. Passkeys need its recovery codes. */
export const NO_AUTHENTICATOR = {
  ...{ secret: undefined, secretSince: undefined, lastStep: undefined },
  ...{ pendingSecret: undefined, pendingUntil: undefined },
} as const;

/** Returns the write that changes attributes of a stored second factor. */
export const changeWrite = (
  userId: string,
  item: Table.Item | undefined,
  set: Readonly<Record<string, unknown>>,
): Table.Write => ({
  update: secondFactor.key({ userId }),
  set: { version: nextVersion(item), ...set },
  where: isUnchanged(item),
});

/** A code, as entered by the user. */
export interface EnteredCode {
  readonly totpCode?: string | undefined;
  readonly recoveryCode?: string | undefined;
}

/** Parses a code from a single field: six digits are an authenticator's code, any other text is a recovery code. */
export function parseCode(text: string | undefined): EnteredCode {
  if (text === undefined || text.trim() === "") return {};
  const plain = text.replace(/[\s-]/g, "");
  return /^\d{6}$/.test(plain) ? { totpCode: plain } : { recoveryCode: text };
}

/**
 * Proves the second factor of a user, if it is enabled. Called only after the password or the provider's account was verified.
 * @param ip the client's IP address. A known address has its own limit, so that an attacker with the password cannot use up the
 *   owner's attempts
 * @throws TWO_FACTOR_REQUIRED if no code is given, TWO_FACTOR_INVALID, RATE_LIMITED
 */
export async function prove(
  user: AuthenticatedUser,
  entered: EnteredCode,
  ip: string,
): Promise<AuthenticatedUser> {
  const { secondFactorAt } = user;
  if (secondFactorAt === undefined) return user;
  if (entered.totpCode === undefined && entered.recoveryCode === undefined) throw fail(TwoFactorRequired);
  const address = Throttle.addressKey(user.userId, ip);
  const isKnown = Throttle.isKnown(await Table.get(address), user);
  const from = isKnown ? address.sk : "elsewhere";
  await recover(TwoFactorInvalid, use(user, entered, from), (error) => {
    log.info("sign-in: rejected", { actor: user.userId, method: methodOf(entered) });
    throw error;
  });
  return {
    ...user,
    isNewClient: !isKnown,
    secondFactorProven: secondFactorAt,
    amr: [...(user.amr ?? []), methodOf(entered)],
  };
}

/** Returns the method of proof that a code is. */
export const methodOf = ({ totpCode }: EnteredCode): "totp" | "recovery" =>
  totpCode === undefined ? "recovery" : "totp";

/**
 * Verifies a code and uses it up.
 * @param from the source whose limit counts a wrong code: a known IP address, a session, or "elsewhere" for all unknown addresses
 * @throws TWO_FACTOR_INVALID, RATE_LIMITED after ten wrong codes in 15 minutes
 */
export async function use(owner: Owner, entered: EnteredCode, from: string): Promise<void> {
  const isRight = await Table.change(
    () => Table.get(secondFactor.key(owner)),
    async (item) => {
      const stored = storedOf(item, owner);
      if (!stored) return { writes: [], result: false };
      const recent = stored.tries.filter(({ atMs }) => atMs > Clock.nowMs() - WRONG_CODES_SECONDS * 1000);
      assertTriesLeft(recent.filter((one) => one.from === from));
      const proof = await verifyCode(owner, stored, entered);
      if (proof === "used") return { writes: [], result: false };
      const remaining = { tries: recent.filter((one) => one.from !== from) };
      const { set, events } = proof ?? afterWrongCode(owner, stored, recent, from);
      const change: Table.Write = {
        update: secondFactor.key(owner),
        set: { ...remaining, ...set, version: nextVersion(item) },
        where: isUnchanged(item),
      };
      return { writes: [change, ...events], result: proof !== undefined };
    },
  );
  if (!isRight) throw fail(TwoFactorInvalid);
}

/** The maximum number of stored wrong attempts, from all sources. */
const MAX_TRIES = 200;

/** Returns the effect of a wrong code. A source's last allowed attempt warns the owner, because that source has the password. */
function afterWrongCode(
  { userId }: Owner,
  { warnedAtMs = 0 }: Stored,
  recent: Stored["tries"],
  from: string,
): CodeEffect {
  const atMs = Clock.nowMs();
  const tries = [...recent, { from, atMs }].slice(-MAX_TRIES);
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

/** The changes that an attempt causes. */
interface CodeEffect {
  readonly set: Readonly<Record<string, unknown>>;
  readonly events: readonly Table.Write[];
}

/** Returns the effect of a right code. Undefined if it is wrong. A used code does not count as a wrong attempt. */
async function verifyCode(
  owner: Owner,
  stored: Stored,
  entered: EnteredCode,
): Promise<CodeEffect | "used" | undefined> {
  const { userId } = owner;
  if (entered.totpCode !== undefined) {
    // An account with passkeys alone has recovery codes and no authenticator.
    if (stored.secret === undefined) return undefined;
    const step = await stepOf(await Seal.unseal(stored.secret, purposeOf(owner)), entered.totpCode);
    if (step === undefined) return undefined;
    return step > (stored.lastStep ?? 0) ? { set: { lastStep: step }, events: [] } : "used";
  }
  const hash = recoveryHash(userId, entered.recoveryCode ?? "");
  const recoveryHashes = stored.recoveryHashes.filter((one) => one !== hash);
  const left = recoveryHashes.length;
  if (left === stored.recoveryHashes.length) return undefined;
  return { set: { recoveryHashes }, events: [Outbox.write(recoveryCodeUsed, { userId, left })] };
}
