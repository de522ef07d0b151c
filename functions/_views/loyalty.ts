import type * as z from "zod";
import type * as Schemas from "../../contract/loyalty/schemas.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { pick } from "../../core/kernel/fields.ts";
import * as Money from "../../core/kernel/money/index.ts";
import { type CardWithProgram, type Overview, overviewOf } from "../../core/loyalty/cards/index.ts";
import { type Card, type Line, PLATFORM } from "../../core/loyalty/cards/schema.ts";
import * as Challenges from "../../core/loyalty/challenges/index.ts";
import { progressOf } from "../../core/loyalty/challenges/progress.ts";
import type { Challenge } from "../../core/loyalty/challenges/schema.ts";
import type { Program } from "../../core/loyalty/programs/schema.ts";
import type { Referral } from "../../core/loyalty/referrals/schema.ts";
import type { Cashback, ProgramCashback } from "../../core/loyalty/saveback/cashback.ts";
import * as Barcode from "../../core/platform/barcode.ts";

type Shown<K extends keyof typeof Schemas> = z.input<(typeof Schemas)[K]>;

export const program = (one: Program): Shown<"program"> => ({
  id: one.programId,
  ...pick(one, "name", "merchantId", "category", "logoUrl", "status"),
  merchant: one.merchantName ?? one.name,
  rate: Number(one.rate),
  pointsPerEuro: Number(one.pointsPerEuro),
});

const pointsAndTier = ({ card }: CardWithProgram) => {
  const { points, tier } = overviewOf([card]);
  return { points: Number(points), tier };
};

export const enrolledProgram = (one: CardWithProgram): Shown<"enrolledProgram"> => ({
  ...program(one.program),
  ...pointsAndTier(one),
  joinedAt: one.card.joinedAt,
});

export const card = (one: CardWithProgram): Shown<"card"> => ({
  id: one.program.programId,
  programId: one.program.programId,
  programName: one.program.name,
  merchant: one.program.merchantName ?? one.program.name,
  logoUrl: one.program.logoUrl,
  number: one.card.number ?? "",
  status: one.card.status,
  ...pointsAndTier(one),
  joinedAt: one.card.joinedAt,
});

export const loyaltyStatus = (one: Overview): Shown<"loyaltyStatus"> => ({
  tier: one.tier,
  points: Number(one.points),
  pointsEarned12Months: Number(one.earned),
  pointsOwed: Number(one.owed),
  nextTier: one.nextTier ?? null,
  pointsToNextTier: Number(one.pointsToNextTier),
  expiring: { points: Number(one.expiring.points), at: one.expiring.at ?? null },
});

export const line = ({ lineId, programId, cause, at, ...one }: Line): Shown<"line"> => ({
  id: lineId,
  programId: programId === PLATFORM ? null : programId,
  type: one.type,
  points: Number(one.points),
  owed: Number(one.owed),
  balance: Number(one.balance),
  // The referrer does not see the id of the referred user.
  cause: { kind: cause.kind, id: cause.kind === "referral" ? null : cause.id, name: cause.name || null },
  createdAt: at,
});

export const cashback = (one: ProgramCashback): Shown<"cashback"> => ({
  programId: one.programId,
  programName: one.program?.name ?? null,
  merchant: one.program?.merchantName ?? one.program?.name ?? null,
  logoUrl: one.program?.logoUrl ?? null,
  currency: one.asset,
  available: Assets.toNumber(one.availableMinor, one.asset),
  pending: Assets.toNumber(one.pendingMinor, one.asset),
});

export const reward = ({ reward: one, state }: Cashback["history"][number]): Shown<"reward"> => ({
  ...pick(one, "paymentId", "programId", "createdAt"),
  amount: Assets.toNumber(one.amountMinor, one.asset),
  currency: one.asset,
  status: state,
});

/** Formats a challenge's value: an amount in whole currency units, or a count. All payments have two decimals. */
const figure = (kind: Challenge["kind"], value: bigint): number =>
  kind === "amount" ? Money.toNumber(value, 2) : Number(value);

/** Parses a target into its stored form. */
export const target = (kind: Challenge["kind"], given: number): bigint =>
  kind === "amount" ? Money.parseNumber(given, 2) : BigInt(Math.ceil(given));

export function member(card: Card) {
  const { points, tier } = overviewOf([card]);
  return { number: card.number ?? "", points: Number(points), tier, joinedAt: card.joinedAt };
}

const challengeFields = (one: Challenge) => ({
  id: one.challengeId,
  programId: one.programId === PLATFORM ? null : one.programId,
  ...pick(one, "name", "description", "startsAt"),
  type: one.kind,
  target: figure(one.kind, one.target),
  points: Number(one.points),
  endsAt: Challenges.endOf(one),
});

export const challenge = (one: Challenge): Shown<"challenge"> => ({
  ...challengeFields(one),
  status: Challenges.statusAt(one, Clock.nowIso()),
  createdAt: one.createdAt,
});

export function takenChallenge({
  challenge: one,
  progress,
}: Challenges.ChallengeWithProgress): Shown<"takenChallenge"> {
  const done = progressOf(one, progress);
  return {
    ...challengeFields(one),
    progress: figure(one.kind, done < one.target ? done : one.target),
    completed: progress.credited !== undefined,
    completedAt: progress.credited?.at ?? null,
  };
}

/** Makes the view of a referral. Does not name the referred user, because accounts are private. */
export const referral = ({ status, refusal, rewarded, claimedAt }: Referral): Shown<"referral"> => ({
  status,
  refusal: refusal ?? null,
  points: Number(rewarded?.points ?? 0n),
  referredAt: claimedAt,
  rewardedAt: rewarded?.at ?? null,
});

export async function withBarcode(one: CardWithProgram) {
  const shown = card(one);
  return { ...shown, barcode: await Barcode.pngUrl(shown.number) };
}
