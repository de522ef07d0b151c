import { isDeepStrictEqual } from "node:util";
import type { BaseUnits } from "../../kernel/money/index.ts";
import type { Returns, Transaction } from "../records/schema.ts";

/**
 * What went back of a payment, by all events of the provider, in whatever order and however often they come.
 * Pure. Amounts are minor units, times the provider's UNIX seconds.
 */

const NOTHING: Returns = { version: 0n, refunds: [], failed: {}, disputes: {} };

/** What is known so far of a payment. */
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

type Refunded = Returns["refunds"][number];
type Failed = Returns["failed"][string];

/** What an event says of a dispute: all that was moved for it so far, 0 where it is of something else. */
export type Dispute = Returns["disputes"][string];

/** What an event says of money that went back, or came again. */
export type ReturnEvent =
  | ({ readonly kind: "refund" } & Refunded)
  | ({ readonly kind: "failed refund"; readonly refundId: string } & Failed)
  | ({ readonly kind: "dispute"; readonly disputeId: string; readonly about?: DisputeFacts } & Dispute);

/** What is told of a dispute, and changes nothing. */
export interface DisputeFacts {
  readonly amountMinor: BaseUnits;
  readonly createdSeconds: bigint;
}

/** What is known after an event; the very same where it says nothing new. */
export function after(returns: Returns, event: ReturnEvent): Returns {
  if (event.kind === "refund") {
    const { amountMinor, atSeconds } = event;
    return refunded(returns, { amountMinor, atSeconds });
  }
  if (event.kind === "failed refund") {
    const { refundId, amountMinor, createdSeconds, atSeconds } = event;
    return failed(returns, refundId, { amountMinor, createdSeconds, atSeconds });
  }
  const { disputeId, withdrawnMinor, reinstatedMinor, status, atSeconds } = event;
  return disputed(returns, disputeId, { withdrawnMinor, reinstatedMinor, status, atSeconds });
}

/**
 * What is refunded: the most that any cumulative amount comes to, less the refunds in it that have failed
 * since. (So an old amount that comes late lowers nothing, and a failure lowers it once.)
 */
const refundedOf = ({ refunds, failed }: Returns): BaseUnits =>
  refunds.reduce((most, one) => atLeast(one.amountMinor - failedSince(one, Object.values(failed)), most), 0n);

/** Of one second a failure counts as later: a refund takes longer than that to fail. */
const failedSince = ({ atSeconds }: Refunded, failed: readonly Failed[]): BaseUnits =>
  failed
    .filter((one) => atSeconds === 0n || (one.createdSeconds <= atSeconds && one.atSeconds >= atSeconds))
    .reduce((sum, one) => sum + one.amountMinor, 0n);

/** With how much was refunded altogether at a time. What a later and no smaller amount covers is not kept. */
export function refunded(returns: Returns, event: Refunded): Returns {
  const covers = (one: Refunded, other: Refunded) =>
    one.atSeconds >= other.atSeconds && one.amountMinor >= other.amountMinor;
  if (returns.refunds.some((one) => covers(one, event))) return returns;
  return { ...returns, refunds: [...returns.refunds.filter((one) => !covers(event, one)), event] };
}

/**
 * The name that an id has in a record of ours. An id as the provider gives it might be one that every object
 * has, or that none keeps.
 */
const nameOf = (id: string): string => `id:${id}`;

/** With a refund that has failed. Several events may be of one: the earliest counts. */
export function failed(returns: Returns, refundId: string, event: Failed): Returns {
  const known = returns.failed[nameOf(refundId)];
  if (known && known.atSeconds <= event.atSeconds) return returns;
  return { ...returns, failed: { ...returns.failed, [nameOf(refundId)]: event } };
}

/** The provider's statuses of disputes that are over. */
const OVER = ["won", "lost", "warning_closed", "prevented"];

/** Whether nothing more is decided in it. */
export const isOver = ({ status }: Pick<Dispute, "status">): boolean => OVER.includes(status);

/** What is known of a dispute; undefined before its first event. */
export const disputeOf = ({ disputes }: Returns, disputeId: string): Dispute | undefined =>
  disputes[nameOf(disputeId)];

/** With what an event says of a dispute. */
export function disputed(returns: Returns, disputeId: string, event: Dispute): Returns {
  const known = returns.disputes[nameOf(disputeId)];
  const isLater =
    !known ||
    isOver(event) > isOver(known) ||
    (isOver(event) === isOver(known) && event.atSeconds > known.atSeconds);
  const latest = isLater ? event : known;
  const next: Dispute = {
    withdrawnMinor: atLeast(event.withdrawnMinor, known?.withdrawnMinor ?? 0n),
    reinstatedMinor: atLeast(event.reinstatedMinor, known?.reinstatedMinor ?? 0n),
    status: latest.status,
    atSeconds: latest.atSeconds,
  };
  const isSame = isDeepStrictEqual(next, known);
  return isSame ? returns : { ...returns, disputes: { ...returns.disputes, [nameOf(disputeId)]: next } };
}

/** The status of the latest dispute; undefined where there was none. */
export const disputeStatus = ({ disputes }: Returns): string | undefined =>
  Object.values(disputes).reduce<Dispute | undefined>(
    (latest, one) => (!latest || one.atSeconds > latest.atSeconds ? one : latest),
    undefined,
  )?.status;
