import { isDeepStrictEqual } from "node:util";
import { assertNever } from "../../kernel/errors.ts";
import { type BaseUnits, max, min } from "../../kernel/money/index.ts";
import type { Returns, Transaction } from "../records/schema.ts";

/**
 * The returned amounts of a payment after the provider's events, which come in any order and more than once.
 * Amounts are minor units, times are the provider's UNIX seconds. Pure.
 */

const NOTHING: Returns = { version: 0n, refunds: [], failed: {}, disputes: {} };

/** Returns the known returns of a payment. */
export const readReturns = ({ returns, refundedMinor }: Transaction): Returns =>
  returns ??
  (refundedMinor > 0n ? { ...NOTHING, refunds: [{ amountMinor: refundedMinor, atSeconds: 0n }] } : NOTHING);

export interface Returned {
  readonly refundedMinor: BaseUnits;
  readonly disputedMinor: BaseUnits;
  /** The sum, at most the paid amount. */
  readonly returnedMinor: BaseUnits;
}

export function sumReturned(amountMinor: BaseUnits, returns: Returns): Returned {
  const refundedMinor = min(refundedOf(returns), amountMinor);
  const disputedMinor = Object.values(returns.disputes).reduce(
    (sum, { withdrawnMinor, reinstatedMinor }) => sum + max(withdrawnMinor - reinstatedMinor, 0n),
    0n,
  );
  return { refundedMinor, disputedMinor, returnedMinor: min(refundedMinor + disputedMinor, amountMinor) };
}

type Refunded = Returns["refunds"][number];
type Failed = Returns["failed"][string];

/** A dispute in an event: the amounts moved for it so far, 0 if the event does not concern them. */
export type Dispute = Returns["disputes"][string];

/** An event of returned or reinstated money. */
export type ReturnEvent =
  | ({ readonly kind: "refund" } & Refunded)
  | ({ readonly kind: "failed refund"; readonly refundId: string } & Failed)
  | ({
      readonly kind: "dispute";
      readonly disputeId: string;
      readonly about: Pick<Failed, "amountMinor" | "createdSeconds">;
    } & Dispute);

/** Returns the returns after an event; the same object if nothing changes. */
export function applyEvent(returns: Returns, event: ReturnEvent): Returns {
  switch (event.kind) {
    case "refund": {
      const { amountMinor, atSeconds } = event;
      return addRefund(returns, { amountMinor, atSeconds });
    }
    case "failed refund": {
      const { refundId, amountMinor, createdSeconds, atSeconds } = event;
      return addFailedRefund(returns, refundId, { amountMinor, createdSeconds, atSeconds });
    }
    case "dispute": {
      const { disputeId, withdrawnMinor, reinstatedMinor, status, atSeconds } = event;
      return addDispute(returns, disputeId, { withdrawnMinor, reinstatedMinor, status, atSeconds });
    }
    default:
      return assertNever(event);
  }
}

/**
 * Returns the refunded amount: each cumulative amount less the refunds in it that failed later, and of these differences
 * the largest. So a late event with an old amount lowers nothing, and a failure lowers it once.
 */
const refundedOf = ({ refunds, failed }: Returns): BaseUnits =>
  refunds.reduce((most, one) => max(one.amountMinor - failedSince(one, Object.values(failed)), most), 0n);

/** Within one second a failure counts as later: a refund takes longer to fail. */
const failedSince = ({ atSeconds }: Refunded, failed: readonly Failed[]): BaseUnits =>
  failed
    .filter((one) => atSeconds === 0n || (one.createdSeconds <= atSeconds && one.atSeconds >= atSeconds))
    .reduce((sum, one) => sum + one.amountMinor, 0n);

/** Adds a cumulative refunded amount. An amount is dropped if a later amount is at least as high. */
export function addRefund(returns: Returns, event: Refunded): Returns {
  const covers = (one: Refunded, other: Refunded) =>
    one.atSeconds >= other.atSeconds && one.amountMinor >= other.amountMinor;
  if (returns.refunds.some((one) => covers(one, event))) return returns;
  return { ...returns, refunds: [...returns.refunds.filter((one) => !covers(event, one)), event] };
}

/** Returns the key of an id in a record. The prefix keeps ids apart from properties that every object has. */
const toKey = (id: string): string => `id:${id}`;

/** Adds a failed refund. Of several events of one refund the earliest counts. */
export function addFailedRefund(returns: Returns, refundId: string, event: Failed): Returns {
  const known = returns.failed[toKey(refundId)];
  if (known && known.atSeconds <= event.atSeconds) return returns;
  return { ...returns, failed: { ...returns.failed, [toKey(refundId)]: event } };
}

/** The provider's final statuses of disputes. */
const CLOSED = ["won", "lost", "warning_closed", "prevented"];

export const isClosed = ({ status }: Pick<Dispute, "status">): boolean => CLOSED.includes(status);

/** Returns the state of a dispute; undefined before its first event. */
export const findDispute = ({ disputes }: Returns, disputeId: string): Dispute | undefined =>
  disputes[toKey(disputeId)];

export function addDispute(returns: Returns, disputeId: string, event: Dispute): Returns {
  const known = returns.disputes[toKey(disputeId)];
  const isLater =
    !known ||
    isClosed(event) > isClosed(known) ||
    (isClosed(event) === isClosed(known) && event.atSeconds > known.atSeconds);
  const latest = isLater ? event : known;
  const next: Dispute = {
    withdrawnMinor: max(event.withdrawnMinor, known?.withdrawnMinor ?? 0n),
    reinstatedMinor: max(event.reinstatedMinor, known?.reinstatedMinor ?? 0n),
    status: latest.status,
    atSeconds: latest.atSeconds,
  };
  const isSame = isDeepStrictEqual(next, known);
  return isSame ? returns : { ...returns, disputes: { ...returns.disputes, [toKey(disputeId)]: next } };
}

export const latestDisputeStatus = ({ disputes }: Returns): string | undefined =>
  Object.values(disputes).reduce<Dispute | undefined>(
    (latest, one) => (!latest || one.atSeconds > latest.atSeconds ? one : latest),
    undefined,
  )?.status;
