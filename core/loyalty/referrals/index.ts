import { randomInt } from "node:crypto";
import { userProfile } from "../../identity/entity.ts";
import { clientsOf } from "../../identity/throttle.ts";
import { fromItem } from "../../identity/user.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import { sum } from "../../kernel/money/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import { log } from "../../platform/log.ts";
import * as Table from "../../platform/table/index.ts";
import { listAll } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { AlreadyReferred, OwnReferralCode, ReferralCodeUnknown, ReferralTooLate } from "../errors.ts";
import { ownCode, referral, referralCode, referred } from "./entity.ts";
import { CLAIM_DAYS, type Referral, type ReferralStatus } from "./schema.ts";

/** Referral codes and their use by new users. `rewards.ts` rewards both users. */

type Owner = { readonly userId: string };

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Returns a user's code. The first call creates it. */
export const ensureCode = ({ userId }: Owner): Promise<string> =>
  Table.change(
    () => Table.find(ownCode, { userId }),
    (known) => {
      if (known) return { writes: [], result: known.code };
      const code = Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
      const writes = [
        { put: ownCode.item({ userId, code }), where: Where.absent },
        { put: referralCode.item({ code, userId }), where: Where.absent },
      ];
      return { writes, result: code };
    },
  );

/** Finds the user of a code. @throws REFERRAL_CODE_UNKNOWN */
export async function ownerOf(code: string): Promise<string> {
  const found = await Table.find(referralCode, { code });
  if (!found) throw fail(ReferralCodeUnknown);
  return found.userId;
}

/** Returns whether two accounts were used from the same IP address or device. */
export async function shareClient(one: string, other: string): Promise<boolean> {
  const [mine, theirs] = await Promise.all([clientsOf(one), clientsOf(other)]);
  return [...mine].some((client) => theirs.has(client));
}

/**
 * Records the referral code of a new user: once, within 7 days of registration. The referrer's account must be older, which
 * rules out circles. If both accounts share an IP address or device, the referral is recorded but never rewarded.
 * @throws REFERRAL_CODE_UNKNOWN, OWN_REFERRAL_CODE, REFERRAL_TOO_LATE, ALREADY_REFERRED; AlreadyDone
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
  const isSame = await shareClient(userId, referrerId);
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
    ...Idempotency.recordWrites(idempotency, claimed),
    { put: referral.item(claimed), where: Where.absent, onConditionFailed: AlreadyReferred },
    { put: referred.item({ referrerId, userId }) },
  ]);
  return claimed;
}

/** Records the code of a registration. A failure is logged and does not affect the registration. */
export async function recordAtRegistration(user: Owner, code: string | undefined): Promise<void> {
  if (code === undefined) return;
  try {
    await claim(user, code);
  } catch (error) {
    log.warn("referral: code not recorded at registration, the user can enter it later", {
      userId: user.userId,
      error,
    });
  }
}

/** The maximum of referrals in the overview. */
const LATEST = 50;

export interface Program {
  readonly code: string;
  readonly statistics: Readonly<Record<ReferralStatus | "invited", number>>;
  /** Points earned by all rewarded referrals. */
  readonly points: bigint;
  /** Latest first. */
  readonly referrals: readonly Referral[];
  /** The referral of this user. */
  readonly own: Referral | undefined;
}

export async function overview({ userId }: Owner): Promise<Program> {
  const [code, own, pointers] = await Promise.all([
    ensureCode({ userId }),
    Table.find(referral, { userId }),
    listAll(referred, { referrerId: userId }),
  ]);
  const items = await Table.getMany(pointers.map(referral.key));
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
    points: sum(all.map(({ rewarded }) => rewarded?.points ?? 0n)),
    referrals: all.slice(0, LATEST),
    own,
  };
}
