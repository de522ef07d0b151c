import * as Clock from "../../kernel/clock/index.ts";
import { fail, RateLimited } from "../../kernel/errors.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import { unseal } from "../../platform/seal.ts";
import * as Table from "../../platform/table/index.ts";
import { TwoFactorInvalid, TwoFactorRequired } from "../errors.ts";
import { recoveryCodeUsed, wrongCodesTried } from "../events.ts";
import type { Proven } from "../sessions.ts";
import * as Throttle from "../throttle.ts";
import { recoveryHash, stepOf } from "./codes.ts";
import { secondFactor } from "./entity.ts";
import { WRONG_CODES, WRONG_CODES_SECONDS } from "./schema.ts";
import { next, type Owner, purposeOf, type Stored, storedOf, unchanged } from "./stored.ts";

/**
 * Codes as they are shown. Every try is decided over the version of the item that it read, so of tries at the
 * same time one counts after the other: a code counts once, and no burst gets more tries than are allowed.
 */

/** What somebody shows. */
export interface Given {
  readonly totpCode?: string | undefined;
  readonly recoveryCode?: string | undefined;
}

/**
 * The user with the second factor proven, where the account asks for one. Called after the first proof alone.
 * @param ip from where it is tried: addresses where the account was signed in have tries of their own, so that
 *   whoever knows the password elsewhere does not use up the owner's
 * @throws TWO_FACTOR_REQUIRED where nothing was shown, TWO_FACTOR_INVALID, RATE_LIMITED
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
      const forgotten = { tries: recent.filter((one) => one.from !== from) };
      const { set, told } = proof ?? wrong(owner, stored, recent, from);
      const change: Table.Write = {
        update: secondFactor.key(owner),
        set: { version: next(item), ...(proof && forgotten), ...set },
        where: unchanged(item),
      };
      return { writes: [change, ...told], result: proof !== undefined };
    },
  );
  if (!holds) throw fail(TwoFactorInvalid);
}

/** How often an owner is warned of wrong codes at most. */
const WARNED_MS = DAY_MS;

/** What a wrong code changes. The last that a place has makes the owner know: whoever tries has the password. */
function wrong(owner: Owner, { warnedAtMs = 0 }: Stored, recent: Stored["tries"], from: string): Judged {
  const atMs = Clock.nowMs();
  const tries = [...recent, { from, atMs }].slice(-MOST_TRIES);
  const isLast = tries.filter((one) => one.from === from).length === WRONG_CODES;
  if (!isLast || warnedAtMs > atMs - WARNED_MS) return { set: { tries }, told: [] };
  const told = [Outbox.write(wrongCodesTried, { userId: owner.userId })];
  return { set: { tries, warnedAtMs: atMs }, told };
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

/** What a try changes, and of whom is told. */
interface Judged {
  readonly set: Readonly<Record<string, unknown>>;
  readonly told: readonly Table.Write[];
}

/** What a code changes; undefined for a wrong one. One that was right and is used counts as no try. */
async function judge(owner: Owner, stored: Stored, given: Given): Promise<Judged | "used" | undefined> {
  const { userId } = owner;
  if (given.totpCode !== undefined) {
    const step = stepOf(await unseal(stored.secret ?? "", purposeOf(owner)), given.totpCode);
    if (step === undefined) return undefined;
    return step > (stored.lastStep ?? 0) ? { set: { lastStep: step }, told: [] } : "used";
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
