import { randomInt } from "node:crypto";
import { userProfile } from "../../identity/entity.ts";
import { clientsOf } from "../../identity/throttle.ts";
import { fromItem } from "../../identity/user.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import { log } from "../../platform/log.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { ownCode, referral, referralCode, referred } from "./entity.ts";
import { AlreadyReferred, OwnReferralCode, ReferralCodeUnknown, ReferralTooLate } from "./errors.ts";
import { CLAIM_DAYS, type Referral, type ReferralStatus } from "./schema.ts";

/** Referral codes: giving one out, and saying by whose one came. `rewards.ts` rewards both. */

type Owner = { readonly userId: string };

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const draw = (): string => Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** The code of a user: made when it is asked for first, and the same from then on. */
export const codeOf = ({ userId }: Owner): Promise<string> =>
  Table.change(
    () => Table.find(ownCode, { userId }),
    (known) => {
      if (known) return { writes: [], result: known.code };
      const code = draw();
      const writes = [
        { put: ownCode.item({ userId, code }), where: Where.absent },
        { put: referralCode.item({ code, userId }), where: Where.absent },
      ];
      return { writes, result: code };
    },
  );

/** Whose a code is. @throws REFERRAL_CODE_UNKNOWN */
export async function ownerOf(code: string): Promise<string> {
  const found = await Table.find(referralCode, { code });
  if (!found) throw fail(ReferralCodeUnknown);
  return found.userId;
}

/** Whether two accounts were used at one address or on one device. */
export async function meet(one: string, other: string): Promise<boolean> {
  const [mine, theirs] = await Promise.all([clientsOf(one), clientsOf(other)]);
  return [...mine].some((client) => theirs.has(client));
}

/**
 * Says by whose code an account came: once, within days of registration, and by that of an older account, so
 * nobody refers in a circle. Accounts that were used at one address or device count as one person's: that is
 * noted, and never rewarded.
 * @returns what became of it
 * @throws REFERRAL_CODE_UNKNOWN, OWN_REFERRAL_CODE, REFERRAL_TOO_LATE, ALREADY_REFERRED
 */
export async function claim(
  { userId }: Owner,
  code: string,
  idempotency?: Idempotency.Claim<Referral>,
): Promise<Referral> {
  const referrerId = await ownerOf(code);
  const [mine, theirs] = await Table.getMany([
    userProfile.key({ userId }),
    userProfile.key({ userId: referrerId }),
  ]);
  if (!mine || !theirs) throw fail(ReferralCodeUnknown);
  const [own, other] = [fromItem(mine), fromItem(theirs)];
  if (referrerId === userId || other.createdAt >= own.createdAt) throw fail(OwnReferralCode);
  if (Clock.nowMs() - Date.parse(own.createdAt) > CLAIM_DAYS * DAY_MS) throw fail(ReferralTooLate);
  const isSame = await meet(userId, referrerId);
  const claimed: Referral = {
    userId,
    referrerId,
    code,
    claimedAt: Clock.nowIso(),
    status: isSame ? "refused" : "pending",
    ...(isSame && { refusal: "same-client" as const }),
    version: 1n,
  };
  await Table.commit([
    ...Idempotency.recording(idempotency, claimed),
    { put: referral.item(claimed), where: Where.absent, onConditionFailed: AlreadyReferred },
    { put: referred.item({ referrerId, userId }) },
  ]);
  return claimed;
}

/**
 * Notes by whose code somebody came who has just registered: a registration stands whatever becomes of that.
 * @param code as `ownerOf` knows it
 */
export async function note(user: Owner, code: string | undefined): Promise<void> {
  if (code === undefined) return;
  try {
    await claim(user, code);
  } catch (error) {
    log.warn("a referral code was not noted: it can be given later", { userId: user.userId, error });
  }
}

/** How many of those whom somebody brought are shown. */
const LATEST = 50;

export interface Program {
  readonly code: string;
  /** By what became of them. */
  readonly statistics: Readonly<Record<ReferralStatus | "invited", number>>;
  /** What was earned by them altogether. */
  readonly points: bigint;
  /** The latest first. */
  readonly referrals: readonly Referral[];
  /** By whose code one came oneself, and what became of that. */
  readonly own: Referral | undefined;
}

/** The referrals of a user: the code, and what it has brought. */
export async function overview({ userId }: Owner): Promise<Program> {
  const [code, own, pointers] = await Promise.all([
    codeOf({ userId }),
    Table.find(referral, { userId }),
    Table.queryAll({ pk: referred.partition({ referrerId: userId }) }),
  ]);
  const items = await Table.getMany(pointers.map((item) => referral.key(referred.parse(item))));
  const all = items
    .flatMap((item) => (item ? referral.parse(item) : []))
    .sort((a, b) => (a.claimedAt < b.claimedAt ? 1 : -1));
  const count = (status: ReferralStatus) => all.filter((one) => one.status === status).length;
  return {
    code,
    statistics: {
      invited: all.length,
      pending: count("pending"),
      rewarded: count("rewarded"),
      refused: count("refused"),
    },
    points: all.reduce((sum, { rewarded }) => sum + (rewarded?.points ?? 0n), 0n),
    referrals: all.slice(0, LATEST),
    own,
  };
}
