import type { LiveActor } from "../../identity/actor.ts";
import * as Assets from "../../kernel/assets/index.ts";
import { fail, recover } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Money from "../../kernel/money/index.ts";
import { accountOf, systemRef } from "../../ledger/accounts.ts";
import type { Draft } from "../../ledger/draft.ts";
import { PlatformAccountShort } from "../../ledger/errors.ts";
import type { AccountRef, Posting } from "../../ledger/schema.ts";
import * as Saveback from "../../loyalty/saveback/rewards.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { assertNotSuspended } from "../../policy/closed-accounts.ts";
import * as Policy from "../../policy/index.ts";
import { paymentEvent } from "../api-events.ts";
import { madePayment, madeReference } from "../made/entity.ts";
import type { Made } from "../made/schema.ts";
import { MerchantNotFound } from "../merchants/errors.ts";
import * as Merchants from "../merchants/index.ts";
import type { Merchant } from "../merchants/schema.ts";
import { PaymentNotFound } from "../payments/errors.ts";
import { paymentRefunded } from "../payments/events.ts";
import * as Fees from "../payments/fees.ts";
import { amountOf, ofCard } from "./card.ts";
import type { NewRefund, Refunded } from "./schema.ts";

/**
 * Refunds by merchants: of payments from accounts, which the ledger gives back at once, and of payments by card,
 * which the provider does (`../returns` books what it tells of them). Everybody who had a share of the payment
 * gives back in proportion, and no refund is more than what is left of it.
 */

/** What `refund` reads first: which merchant is the actor's, and which payment it is. */
export const refundReads = (
  { userId }: Pick<LiveActor, "userId">,
  { paymentId }: Pick<NewRefund, "paymentId">,
): Table.Reads => ({ keys: [Merchants.ownKey(userId), referenceKey(paymentId)] });

/**
 * Gives a payment back to who paid the actor's merchant, in part or whole. What the merchant does not have it
 * cannot give back: nothing has moved yet, so nobody is made to owe.
 * @throws MERCHANT_NOT_FOUND, PAYMENT_NOT_FOUND, PAYMENT_NOT_REFUNDABLE, REFUND_EXCEEDS_PAYMENT,
 *   INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT, ACCOUNT_CLOSED of a payer who is erased, CONTENTION; as `Psp.call`; AlreadyDone
 */
export async function refund(
  actor: LiveActor,
  wish: NewRefund,
  claim?: Idempotency.Claim<Refunded>,
): Promise<Refunded> {
  const merchantId = await Merchants.idOf(actor.userId);
  const merchant = merchantId === undefined ? undefined : await Merchants.find(merchantId);
  if (!merchant) throw fail(MerchantNotFound);
  const isOfAccount = Ids.pattern("payment").test(wish.paymentId);
  return isOfAccount ? ofAccount(actor, merchant, wish, claim) : ofCard(merchant, wish, claim);
}

/** What a refund depends on. */
interface Known {
  readonly actor: LiveActor;
  readonly merchant: Merchant;
  readonly wish: NewRefund;
  readonly payerId: string;
  /** The payment in the lists of the payer and of the payee. */
  readonly keys: readonly [payer: Table.Key, payee: Table.Key];
  /** What of a commission that the treasury has spent already is taken from. */
  readonly commissionFrom: "treasury" | "receivable";
}

/** What says of whom a payment from account to account was. */
export const referenceKey = (paymentId: string): Table.Key => madeReference.key({ paymentId });

/** @throws as `refund` */
export async function ofAccount(
  actor: LiveActor,
  merchant: Merchant,
  wish: NewRefund,
  claim?: Idempotency.Claim<Refunded>,
): Promise<Refunded> {
  const { paymentId } = wish;
  const name = await Table.find(madeReference, { paymentId });
  if (!name || name.merchantId !== merchant.merchantId) throw fail(PaymentNotFound);
  const { payerId, payeeId, createdAt } = name;
  const keyIn = (userId: string) => madePayment.key({ userId, createdAt, paymentId });
  const keys = [keyIn(payerId), keyIn(payeeId)] as const;
  const book = (commissionFrom: Known["commissionFrom"]) => {
    const known = { actor, merchant, wish, payerId, keys, commissionFrom };
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
      ({ items: { payment } }) => draftOf(known, madePayment.parse(payment ?? {})),
    );
  };
  return recover(PlatformAccountShort, book("treasury"), () => book("receivable"));
}

/** The merchant's account, and the payer's. */
const accountsOf = ({ merchant, payerId }: Known): readonly [AccountRef, AccountRef] => [
  accountOf({ mode: "live", userId: merchant.userId }, merchant.currency),
  accountOf({ mode: "live", userId: payerId }, merchant.currency),
];

async function draftOf(known: Known, paid: Made): Promise<Draft<Refunded>> {
  const { actor, merchant, wish, payerId, keys } = known;
  const [from, to] = accountsOf(known);
  const { paymentId, amount: paidMinor, refunded: before, asset, points, createdAt } = paid;
  const amountMinor = amountOf(wish, paidMinor, before);
  const after = before + amountMinor;
  const reward = await Saveback.find({ userId: payerId, paymentId });
  const credited = {
    amountMinor: paidMinor,
    commissionMinor: paid.commission ?? 0n,
    rewardRate: reward?.rate,
  };
  const [was, is] = [Fees.sharesOf(credited, before), Fees.sharesOf(credited, after)];
  const payment = { transactionId: paymentId, userId: payerId, amountMinor: paidMinor, createdAt, points };
  const told = { userId: payerId, paymentId, amount: Money.format(amountMinor, Assets.get(asset).decimals) };
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
      Outbox.write(paymentRefunded, { ...told, asset }),
      ...[
        { userId: payerId, direction: "out" as const },
        { userId: merchant.userId, direction: "in" as const },
      ].map((one) =>
        paymentEvent(
          "payment.refunded",
          {
            ...{ paymentId, asset, createdAt, method: paid.method, description: paid.description },
            ...{ amount: paidMinor, refunded: after, merchantId: merchant.merchantId },
          },
          one,
          // The payment itself was the first.
          paid.refunds + 2n,
        ),
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
        ...Merchants.volume(merchant.merchantId, -amountMinor),
        ...(reward ? Saveback.changing(reward, { amountMinor: is.reward, refundedMinor: after }) : []),
        // What has gone back only grows, so it numbers what is told.
        ...Fees.telling(payment, merchant, after, after),
      ];
    },
    result: (entry) => ({
      ...{ id: entry.entryId, paymentId, amountMinor, currency: asset },
      ...{ status: "succeeded", refundedMinor: after, createdAt: entry.createdAt },
    }),
  };
}

/** Whoever had a share gives back of it; what is left of each is that of what is left of the payment. */
function postingsOf(known: Known, was: Fees.Shares, is: Fees.Shares, amountMinor: bigint): Posting[] {
  const [from, to] = accountsOf(known);
  const system = (name: string) => systemRef("live", name, from.asset);
  const free = (ref: AccountRef, amount: bigint): Posting => ({ ...ref, bucket: "available", amount });
  return [
    free(from, is.receiver - was.receiver),
    free(system(known.commissionFrom), is.commission - was.commission),
    free(system("saveback"), is.reward - was.reward),
    free(to, amountMinor),
  ].filter(({ amount }) => amount !== 0n);
}
