import * as Assets from "../../kernel/assets/index.ts";
import { fail, recover } from "../../kernel/errors.ts";
import * as Money from "../../kernel/money/index.ts";
import { text } from "../../kernel/texts/index.ts";
import { accountOf } from "../../ledger/accounts.ts";
import { balanceNow } from "../../ledger/balance-at.ts";
import { InsufficientBalance } from "../../ledger/errors.ts";
import { findHold } from "../../ledger/holds.ts";
import * as Saveback from "../../loyalty/saveback/rewards.ts";
import * as Attempts from "../../platform/attempts/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import { ProviderRefused } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Debts from "../../policy/debts.ts";
import { AccountInDebt } from "../../policy/errors.ts";
import type { Merchant } from "../merchants/schema.ts";
import { PaymentNotFound } from "../payments/errors.ts";
import { sharesOf } from "../payments/fees.ts";
import * as Transactions from "../records/index.ts";
import { ATTEMPT } from "../records/psp-objects.ts";
import type { Transaction } from "../records/schema.ts";
import * as State from "../returns/state.ts";
import { NotRefundable, RefundExceeds } from "./errors.ts";
import type { NewRefund, RefundResult } from "./schema.ts";

/** Refunds card payments: the provider returns the money, and its event is booked. */

const STEP = "refund";

/** @throws as `refund` */
export async function refundCardPayment(
  merchant: Merchant,
  wanted: NewRefund,
  claim?: Idempotency.Claim<RefundResult>,
): Promise<RefundResult> {
  const one = await Transactions.find(wanted.paymentId);
  if (one?.type !== "payment" || one.merchantId !== merchant.merchantId) throw fail(PaymentNotFound);
  if (one.entryId === undefined) throw fail(NotRefundable);
  const key = Psp.keyOf(claim, STEP);
  const all = await listRefunds(one);
  // A retry may come after the key has expired at the provider.
  const isRepeated = claim !== undefined && (await Attempts.hasBegun(claim, STEP));
  const at = isRepeated ? all.findIndex(({ metadata }) => metadata?.[ATTEMPT] === key) : -1;
  const before = sumReturned(one, at < 0 ? all : all.slice(at + 1));
  const refund = all[at] ?? (await createRefund(one, wanted, { before, key, merchant, claim }));
  const refunded: RefundResult = {
    id: refund.id,
    paymentId: one.transactionId,
    amountMinor: BigInt(refund.amount),
    currency: one.currency,
    status: statusOf(refund),
    refundedMinor: before + refundedAmount(refund),
    createdAt: new Date(refund.created * 1000).toISOString(),
  };
  if (claim) await Idempotency.recordResult(claim, refunded);
  return refunded;
}

/** Reads the refunds of a payment from the provider, the latest first. Their events may still be pending. */
const listRefunds = ({ transactionId }: Transaction): Promise<Psp.Stripe.Refund[]> =>
  Psp.call((stripe) => Array.fromAsync(stripe.refunds.list({ payment_intent: transactionId, limit: 100 })));

const refundedAmount = (refund: Psp.Stripe.Refund): bigint =>
  statusOf(refund) === "failed" ? 0n : BigInt(refund.amount);

/** Returns the amount of a payment that these refunds and its disputes return. */
function sumReturned(one: Transaction, refunds: readonly Psp.Stripe.Refund[]): bigint {
  const { disputedMinor } = State.sumReturned(one.amountMinor, State.readReturns(one));
  return Money.min(
    refunds.reduce((sum, refund) => sum + refundedAmount(refund), disputedMinor),
    one.amountMinor,
  );
}

interface Context {
  /** The amount returned before. */
  readonly before: bigint;
  readonly key: string;
  readonly merchant: Merchant;
  readonly claim: Idempotency.Claim<RefundResult> | undefined;
}

/** Creates the refund at the provider. @throws as `refund` */
async function createRefund(
  one: Transaction,
  wanted: NewRefund,
  { before, key, merchant, claim }: Context,
): Promise<Psp.Stripe.Refund> {
  const amountMinor = resolveAmount(wanted, one.amountMinor, before);
  await assertFunds(one, merchant, { before, after: before + amountMinor });
  if (claim)
    await Attempts.begin<Record<string, never>>(claim, STEP, async (noting) => {
      await Table.commit([noting({})]);
      return {};
    });
  const created = Psp.call((stripe) =>
    stripe.refunds.create(
      {
        payment_intent: one.transactionId,
        amount: Number(amountMinor),
        reason: "requested_by_customer",
        metadata: { [ATTEMPT]: key },
      },
      { idempotencyKey: key },
    ),
  );
  return recover(ProviderRefused, created, async (rejection) => {
    // A concurrent refund may have left less than the requested amount.
    const now = sumReturned(one, await listRefunds(one));
    resolveAmount({ ...wanted, amount: Number(amountMinor) }, one.amountMinor, now);
    throw rejection;
  });
}

/**
 * Checks that the merchant has its share of the refund. A shortfall by a concurrent debit becomes a debt, since the
 * provider refunds in any case.
 * @throws INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT
 */
async function assertFunds(
  one: Transaction,
  merchant: Merchant,
  { before, after }: { readonly before: bigint; readonly after: bigint },
): Promise<void> {
  const wallet = accountOf({ mode: "live", userId: merchant.userId }, one.currency);
  const [{ available }, owed, hold, reward] = await Promise.all([
    balanceNow(wallet),
    Debts.owed(wallet),
    one.holdId === undefined ? undefined : findHold(one.holdId),
    Saveback.find({ userId: one.userId, paymentId: one.transactionId }),
  ]);
  if (owed > 0n) throw fail(AccountInDebt);
  const { amountMinor, commissionMinor = 0n } = one;
  const credited = { amountMinor, commissionMinor, rewardRate: reward?.rate };
  const share = sharesOf(credited, before).receiver - sharesOf(credited, after).receiver;
  const has = available + (hold?.remaining ?? 0n);
  if (share <= has) return;
  const { decimals } = Assets.get(one.currency);
  const [required, there] = [share, has].map((units) => Money.format(units, decimals));
  throw fail(InsufficientBalance, { details: { required, available: there, currency: one.currency } });
}

/** `requires_action` never applies to cards. */
const statusOf = ({ status }: Psp.Stripe.Refund): RefundResult["status"] => {
  if (status === "succeeded") return status;
  return status === "failed" || status === "canceled" ? "failed" : "pending";
};

/**
 * Returns the amount of a refund in minor units. Defaults to the rest of the payment.
 * @throws REFUND_EXCEEDS_PAYMENT
 */
export function resolveAmount({ amount }: NewRefund, paidMinor: bigint, goneMinor: bigint): bigint {
  const left = paidMinor - goneMinor;
  const requested = amount === undefined ? left : BigInt(amount);
  if (requested > left || left === 0n) {
    const message = text(
      `must be at most ${left}: ${goneMinor} of the paid ${paidMinor} are already refunded`,
      `doit être au plus ${left} : ${goneMinor} des ${paidMinor} payés sont déjà remboursés`,
    );
    throw fail(RefundExceeds, { details: { fields: [{ field: "amount", message }] } });
  }
  return requested;
}
