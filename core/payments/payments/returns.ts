import type { BaseUnits } from "../../kernel/money/index.ts";
import type { Returns, Transaction } from "../records/schema.ts";

/**
 * What went back of a payment, as the provider's events come to, in whatever order and however often they come. Pure; amounts are
 * minor units, times UNIX seconds of the provider.
 */

const NOTHING: Returns = { version: 0n, refunds: [], failed: {}, disputes: {} };

/** What was told so far of a payment. */
export const of = ({ returns, refundedMinor }: Transaction): Returns =>
  returns ??
  (refundedMinor > 0n ? { ...NOTHING, refunds: [{ amountMinor: refundedMinor, atSeconds: 0n }] } : NOTHING);

export interface Gone {
  readonly refundedMinor: BaseUnits;
  readonly disputedMinor: BaseUnits;
  /** Both together, and never more than was paid. */
  readonly goneMinor: BaseUnits;
}

const atMost = (amount: BaseUnits, most: BaseUnits): BaseUnits => (amount < most ? amount : most);
const atLeast = (amount: BaseUnits, least: BaseUnits): BaseUnits => (amount > least ? amount : least);

/** How much of a payment of that amount went back. */
export function goneOf(amountMinor: BaseUnits, returns: Returns): Gone {
  const refundedMinor = atMost(refundedOf(returns), amountMinor);
  const disputedMinor = Object.values(returns.disputes).reduce(
    (sum, { withdrawnMinor, reinstatedMinor }) => sum + atLeast(withdrawnMinor - reinstatedMinor, 0n),
    0n,
  );
  return { refundedMinor, disputedMinor, goneMinor: atMost(refundedMinor + disputedMinor, amountMinor) };
}

type Told = Returns["refunds"][number];
type Failed = Returns["failed"][string];

/**
 * What is refunded. Each cumulative amount, less the refunds in it that have failed since, is refunded for certain; the most of
 * them is what is known. (So an old amount that comes late lowers nothing, and a failure lowers it once.)
 */
const refundedOf = ({ refunds, failed }: Returns): BaseUnits =>
  refunds.reduce((most, one) => atLeast(one.amountMinor - failedSince(one, Object.values(failed)), most), 0n);

/** Of one second both are possible: then a failure counts as later, for a refund takes longer than that to fail. */
const failedSince = ({ atSeconds }: Told, failed: readonly Failed[]): BaseUnits =>
  failed
    .filter((one) => atSeconds === 0n || (one.createdSeconds <= atSeconds && one.atSeconds >= atSeconds))
    .reduce((sum, one) => sum + one.amountMinor, 0n);

/** With how much was refunded altogether at a time. What a later and no smaller amount says already is not kept. */
export function refunded(returns: Returns, told: Told): Returns {
  const covers = (one: Told, other: Told) =>
    one.atSeconds >= other.atSeconds && one.amountMinor >= other.amountMinor;
  if (returns.refunds.some((one) => covers(one, told))) return returns;
  return { ...returns, refunds: [...returns.refunds.filter((one) => !covers(told, one)), told] };
}

/** With a refund that has failed. Several events may tell of one: the earliest counts. */
export function failed(returns: Returns, refundId: string, told: Failed): Returns {
  const known = returns.failed[refundId];
  if (known && known.atSeconds <= told.atSeconds) return returns;
  return { ...returns, failed: { ...returns.failed, [refundId]: told } };
}

/** What an event tells of a dispute: amounts are all that was moved for it so far, 0 where the event is of something else. */
export type Dispute = Returns["disputes"][string];

/** The provider's words for disputes that are over. */
const OVER = ["won", "lost", "warning_closed", "prevented"];

/** With what an event tells of a dispute. */
export function disputed(returns: Returns, disputeId: string, told: Dispute): Returns {
  const known = returns.disputes[disputeId];
  const isOver = (one: Dispute) => OVER.includes(one.status);
  const isLater =
    !known ||
    isOver(told) > isOver(known) ||
    (isOver(told) === isOver(known) && told.atSeconds > known.atSeconds);
  const latest = isLater ? told : known;
  const after: Dispute = {
    withdrawnMinor: atLeast(told.withdrawnMinor, known?.withdrawnMinor ?? 0n),
    reinstatedMinor: atLeast(told.reinstatedMinor, known?.reinstatedMinor ?? 0n),
    status: latest.status,
    atSeconds: latest.atSeconds,
  };
  const isSame =
    known !== undefined &&
    (Object.keys(after) as (keyof Dispute)[]).every((name) => after[name] === known[name]);
  return isSame ? returns : { ...returns, disputes: { ...returns.disputes, [disputeId]: after } };
}

/** How the latest dispute stands; undefined where there was none. */
export const disputeStatus = ({ disputes }: Returns): string | undefined =>
  Object.values(disputes).reduce<Dispute | undefined>(
    (latest, one) => (!latest || one.atSeconds > latest.atSeconds ? one : latest),
    undefined,
  )?.status;
