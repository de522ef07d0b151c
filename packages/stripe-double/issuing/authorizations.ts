import type Stripe from "stripe";
import { endpoint, page, paging, Question, type Verdict } from "../endpoint.ts";
import { ignored, mergeMetadata, metadata, text } from "../params.ts";
import { idOf, type Tx } from "../tx.ts";

/** Authorizations: merchants' requests, the platform's decisions, and their outcomes. */

export type Authorization = Stripe.Issuing.Authorization;

/** The merchant, as in every authorization and transaction. */
export type Merchant = Stripe.Issuing.Authorization.MerchantData;

/** Creates a balance transaction of the cards' balance: a hold, its release, or a purchase. */
export const balanceTransaction = (
  tx: Tx,
  type: Stripe.BalanceTransaction.Type,
  amount: number,
  { id, currency }: { readonly id: string; readonly currency: string },
): Stripe.BalanceTransaction => ({
  id: tx.newId("txn"),
  object: "balance_transaction",
  amount,
  available_on: tx.now,
  balance_type: "issuing",
  created: tx.now,
  currency,
  description: null,
  exchange_rate: null,
  fee: 0,
  fee_details: [],
  net: amount,
  reporting_category: String(type),
  source: id,
  status: "available",
  type,
});

/** Returns the amount that the provider holds for an authorization. */
export const heldAmount = ({ balance_transactions: all }: Authorization): number =>
  -all.reduce((sum, { amount }) => sum + amount, 0);

/** Releases the held amount, or a part of it. */
export function release(tx: Tx, one: Authorization, amount = heldAmount(one)): void {
  const released = Math.min(amount, heldAmount(one));
  if (released > 0)
    one.balance_transactions.push(balanceTransaction(tx, "issuing_authorization_release", released, one));
}

/** Asks the platform to approve an authorization, or an increment of it. */
export function request(
  tx: Tx,
  one: Authorization,
  pending: Stripe.Issuing.Authorization.PendingRequest,
  after: (tx: Tx, id: string, approved: boolean) => object,
): object {
  one.pending_request = pending;
  tx.save(one);
  const refused = declineReason(one, pending);
  if (refused) return applyVerdict(tx, one.id, { approved: false, reason: refused }, after);
  const event = tx.event("issuing_authorization.request", one);
  return new Question(event, (later, verdict) => applyVerdict(later, one.id, verdict, after));
}

/** Returns the reason if Stripe declines without asking the platform. */
function declineReason(
  { card, merchant_data: merchant }: Authorization,
  { amount }: Stripe.Issuing.Authorization.PendingRequest,
): Stripe.Issuing.Authorization.RequestHistory.Reason | undefined {
  if (card.status === "canceled") return "card_canceled";
  if (card.status !== "active") return "card_inactive";
  if (card.cardholder.status !== "active") return "cardholder_inactive";
  const { blocked_categories, allowed_categories, spending_limits, ...controls } = card.spending_controls;
  const { blocked_merchant_countries: blocked } = controls;
  const isBlocked =
    blocked_categories?.some((one) => one === merchant.category) ||
    (allowed_categories && !allowed_categories.some((one) => one === merchant.category)) ||
    blocked?.some((one) => one === merchant.country) ||
    spending_limits?.some((limit) => limit.interval === "per_authorization" && amount > limit.amount);
  return isBlocked ? "spending_controls" : undefined;
}

function applyVerdict(
  tx: Tx,
  id: string,
  verdict: Verdict,
  after: (tx: Tx, id: string, approved: boolean) => object,
): object {
  const one = tx.get("issuing.authorization", id);
  const { pending_request: pending } = one;
  if (!pending) throw new TypeError(`${id} has no pending request`);
  const { approved, reason, problem } = verdict;
  one.pending_request = null;
  one.metadata = mergeMetadata(one.metadata, verdict.metadata);
  one.request_history.push({
    amount: pending.amount,
    amount_details: pending.amount_details,
    approved,
    authorization_code: approved ? `S${String(Math.trunc(tx.nowMs % 1_000_000)).padStart(6, "0")}` : null,
    created: tx.now,
    currency: pending.currency,
    merchant_amount: pending.merchant_amount,
    merchant_currency: pending.merchant_currency,
    network_risk_score: null,
    reason,
    reason_message: problem ?? null,
    requested_at: tx.now,
  });
  if (approved && pending.amount > 0)
    one.balance_transactions.push(balanceTransaction(tx, "issuing_authorization_hold", -pending.amount, one));
  tx.save(one);
  return after(tx, id, approved);
}

export const authorizations = [
  endpoint(
    "GET",
    "/v1/issuing/authorizations",
    {
      ...paging,
      card: text.optional(),
      cardholder: text.optional(),
      status: text.optional(),
      expand: ignored,
    },
    ({ tx }, params) => {
      const { card, cardholder, status } = params;
      const all = tx
        .list("issuing.authorization")
        .filter(
          (one) =>
            (card === undefined || one.card.id === card) &&
            (cardholder === undefined || idOf(one.cardholder) === cardholder) &&
            (status === undefined || one.status === status),
        );
      return page("/v1/issuing/authorizations", all, params);
    },
  ),
  endpoint("GET", "/v1/issuing/authorizations/:id", { expand: ignored }, ({ tx, ids: [id = ""] }) =>
    tx.get("issuing.authorization", id),
  ),
  endpoint(
    "POST",
    "/v1/issuing/authorizations/:id",
    { metadata, expand: ignored },
    ({ tx, ids: [id = ""] }, params) => {
      const one = tx.get("issuing.authorization", id);
      one.metadata = mergeMetadata(one.metadata, params.metadata);
      tx.save(one);
      tx.emit("issuing_authorization.updated", one);
      return one;
    },
  ),
];
