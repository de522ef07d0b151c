import type { LiveActor } from "../../identity/actor.ts";
import * as Assets from "../../kernel/assets/index.ts";
import { fail, recover } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { accountOf, systemRef } from "../../ledger/accounts.ts";
import { type Draft, mergePostings, posting } from "../../ledger/draft.ts";
import { PlatformAccountShort } from "../../ledger/errors.ts";
import type { AccountRef, Posting } from "../../ledger/schema.ts";
import * as Saveback from "../../loyalty/saveback/rewards.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { assertNotSuspended } from "../../policy/closed-accounts.ts";
import * as Policy from "../../policy/index.ts";
import { paymentEvents } from "../api-events.ts";
import { accountPayment, accountPaymentReference } from "../made/entity.ts";
import type { AccountPayment } from "../made/schema.ts";
import * as Merchants from "../merchants/index.ts";
import type { Merchant } from "../merchants/schema.ts";
import { PaymentNotFound } from "../payments/errors.ts";
import { paymentRefunded } from "../payments/events.ts";
import * as Fees from "../payments/fees.ts";
import { refundCardPayment, resolveAmount } from "./card.ts";
import type { NewRefund, RefundResult } from "./schema.ts";

/**
 * Refunds by merchants: of payments from accounts, in one ledger entry, and of card payments by the provider, whose
 * events `../returns` books. Every share of the payment is returned in proportion, and no refund exceeds the rest of it.
 */

/** Returns the inputs of `refund`, for handlers that read them ahead. */
export const refundReads = (
  { userId }: Pick<LiveActor, "userId">,
  { paymentId }: Pick<NewRefund, "paymentId">,
): Table.Reads => ({ keys: [Merchants.ownKey(userId), accountPaymentReference.key({ paymentId })] });

/**
 * Refunds a payment to the actor's merchant, in part or in full. It is rejected if the merchant lacks the money; only a
 * concurrent debit can make a card refund create a debt.
 * @throws MERCHANT_NOT_FOUND, PAYMENT_NOT_FOUND, PAYMENT_NOT_REFUNDABLE, REFUND_EXCEEDS_PAYMENT,
 *   INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT, ACCOUNT_CLOSED for an erased payer, CONTENTION; as `Psp.call`; AlreadyDone
 */
export async function refund(
  actor: LiveActor,
  wanted: NewRefund,
  claim?: Idempotency.Claim<RefundResult>,
): Promise<RefundResult> {
  const merchant = await Merchants.requireOfUser(actor.userId);
  const isOfAccount = Ids.pattern("payment").test(wanted.paymentId);
  return isOfAccount
    ? refundAccountPayment(actor, merchant, wanted, claim)
    : refundCardPayment(merchant, wanted, claim);
}

interface EntryInputs {
  readonly actor: LiveActor;
  readonly merchant: Merchant;
  readonly wanted: NewRefund;
  readonly payerId: string;
  /** The payment's items in the lists of the payer and of the payee. */
  readonly keys: readonly [payer: Table.Key, payee: Table.Key];
  /** The account that returns the commission: receivables if the treasury has already spent it. */
  readonly commissionFrom: "treasury" | "receivable";
}

/** @throws as `refund` */
async function refundAccountPayment(
  actor: LiveActor,
  merchant: Merchant,
  wanted: NewRefund,
  claim?: Idempotency.Claim<RefundResult>,
): Promise<RefundResult> {
  const { paymentId } = wanted;
  const name = await Table.find(accountPaymentReference, { paymentId });
  if (!name || name.merchantId !== merchant.merchantId) throw fail(PaymentNotFound);
  const { payerId, payeeId, createdAt } = name;
  const keyIn = (userId: string) => accountPayment.key({ userId, createdAt, paymentId });
  const keys = [keyIn(payerId), keyIn(payeeId)] as const;
  const book = (commissionFrom: EntryInputs["commissionFrom"]) => {
    const known = { actor, merchant, wanted, payerId, keys, commissionFrom };
    const [from, to] = accountsOf(known);
    return Policy.post(
      {
        initiator: from.account,
        opens: [to],
        reads: { payment: keys[1] },
        rejectIfInDebt: true,
        payDebtsFirst: true,
        idempotency: claim,
      },
      ({ items: { payment } }) => draftRefund(known, accountPayment.parse(payment ?? {})),
    );
  };
  return recover(PlatformAccountShort, book("treasury"), () => book("receivable"));
}

const accountsOf = ({ merchant, payerId }: EntryInputs): readonly [AccountRef, AccountRef] => [
  accountOf({ mode: "live", userId: merchant.userId }, merchant.currency),
  accountOf({ mode: "live", userId: payerId }, merchant.currency),
];

async function draftRefund(known: EntryInputs, paid: AccountPayment): Promise<Draft<RefundResult>> {
  const { actor, merchant, wanted, payerId, keys } = known;
  const [from, to] = accountsOf(known);
  const { paymentId, amount: paidMinor, refunded: before, asset, points, createdAt } = paid;
  const amountMinor = resolveAmount(wanted, paidMinor, before);
  const after = before + amountMinor;
  const reward = await Saveback.find({ userId: payerId, paymentId });
  const commissionMinor = paid.commission ?? 0n;
  const credited = { amountMinor: paidMinor, commissionMinor, rewardRate: reward?.rate };
  const [was, is] = [Fees.sharesOf(credited, before), Fees.sharesOf(credited, after)];
  const payment = { transactionId: paymentId, userId: payerId, amountMinor: paidMinor, createdAt, points };
  const amount = Assets.format(amountMinor, asset);
  return {
    type: "REFUND",
    postings: postingsOf(known, was, is, amountMinor),
    actorId: actor.userId,
    reason: `refund of ${paymentId}`,
    reference: { kind: "payment", id: paymentId },
    counterparties: new Map([
      [from.account, paid.counterparty],
      [to.account, merchant.businessName],
    ]),
    events: [
      Outbox.write(paymentRefunded, { userId: payerId, paymentId, amount, asset }),
      ...paymentEvents(
        "payment.refunded",
        {
          ...{ paymentId, asset, createdAt, method: paid.method, description: paid.description },
          ...{ amount: paidMinor, refunded: after, merchantId: merchant.merchantId },
        },
        { payerId, ownerId: merchant.userId },
        // The payment itself was the first event.
        paid.refunds + 2n,
      ),
    ],
    extraWrites: (entry) => {
      assertNotSuspended(entry, to.account);
      return [
        ...keys.map((key) => ({
          update: key,
          set: { refunded: after, refunds: paid.refunds + 1n },
          where: Where.is({ refunded: before }),
        })),
        ...Merchants.volumeWrites(merchant.merchantId, -amountMinor),
        ...(reward ? Saveback.changeWrites(reward, { amountMinor: is.reward, refundedMinor: after }) : []),
        // The refunded amount only grows, so it numbers the events.
        ...Fees.loyaltyWrites(payment, merchant, after, after),
      ];
    },
    result: (entry) => ({
      ...{ id: entry.entryId, paymentId, amountMinor, currency: asset },
      ...{ status: "succeeded", refundedMinor: after, createdAt: entry.createdAt },
    }),
  };
}

/** Returns the difference of all shares, which derive from the rest of the payment. */
function postingsOf(known: EntryInputs, was: Fees.Shares, is: Fees.Shares, amountMinor: bigint): Posting[] {
  const [from, to] = accountsOf(known);
  const system = (name: string) => systemRef("live", name, from.asset);
  return mergePostings([
    posting(from, is.receiver - was.receiver),
    posting(system(known.commissionFrom), is.commission - was.commission),
    posting(system("saveback"), is.reward - was.reward),
    posting(to, amountMinor),
  ]);
}
