import type { LiveActor } from "../../identity/actor.ts";
import * as Assets from "../../kernel/assets/index.ts";
import { fail, recover } from "../../kernel/errors.ts";
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
import * as Merchants from "../merchants/index.ts";
import type { Merchant } from "../merchants/schema.ts";
import * as Counts from "../payments/counts.ts";
import { PaymentNotFound } from "../payments/errors.ts";
import { paymentRefunded } from "../payments/events.ts";
import { type Shares, sharesOf } from "../payments/fees.ts";
import { amountOf } from "./amount.ts";
import type { NewRefund, Refunded } from "./schema.ts";

/** A refund of a payment from an account: one entry, with the records of both and all that follows. */

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
  const [was, is] = [sharesOf(credited, before), sharesOf(credited, after)];
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
        ...Counts.telling(payment, merchant, after, after),
      ];
    },
    result: (entry) => ({
      ...{ id: entry.entryId, paymentId, amountMinor, currency: asset },
      ...{ status: "succeeded", refundedMinor: after, createdAt: entry.createdAt },
    }),
  };
}

/** Whoever had a share gives back of it; what is left of each is that of what is left of the payment. */
function postingsOf(known: Known, was: Shares, is: Shares, amountMinor: bigint): Posting[] {
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
