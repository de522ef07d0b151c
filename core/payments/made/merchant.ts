import { assertCanBePaid } from "../../identity/account-status.ts";
import type { LiveActor } from "../../identity/actor.ts";
import { publicName } from "../../identity/profile/public-name.ts";
import * as Users from "../../identity/users.ts";
import type { Asset } from "../../kernel/assets/index.ts";
import { fail, recover } from "../../kernel/errors.ts";
import * as Money from "../../kernel/money/index.ts";
import { accountOf, systemRef } from "../../ledger/accounts.ts";
import { type After, type Draft, mergePostings, posting } from "../../ledger/draft.ts";
import { AccountNotFound } from "../../ledger/errors.ts";
import type { AccountRef, Posting } from "../../ledger/schema.ts";
import * as Counting from "../../loyalty/counting/events.ts";
import * as Saveback from "../../loyalty/saveback/rewards.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import { assertAllowedAfterReset } from "../../transfers/after-reset.ts";
import { WalletNotFound } from "../../wallets/errors.ts";
import { paymentEvents } from "../api-events.ts";
import * as Merchants from "../merchants/index.ts";
import type { Merchant } from "../merchants/schema.ts";
import { PayeeNotActive } from "../payments/errors.ts";
import * as Fees from "../payments/fees.ts";
import { findPayee } from "../payments/parties.ts";
import { paymentMade, paymentReceived } from "./events.ts";
import { listWrites } from "./listing.ts";
import type { CompletedPayment, Method, NewAccountPayment, PaymentOptions } from "./schema.ts";

/** Pays a merchant from an account, with the shares of a card payment. No chargeback exists; the merchant may refund it. */

interface ToMerchant extends Omit<NewAccountPayment, "to"> {
  readonly paymentId: string;
  readonly merchantId: string;
}

interface EntryInputs {
  readonly actor: LiveActor;
  readonly wanted: ToMerchant;
  readonly merchant: Merchant;
  readonly asset: Asset;
  readonly amount: bigint;
  readonly from: AccountRef;
  readonly to: AccountRef;
  /** The name that the merchant sees. */
  readonly payerName: string;
}

/** @throws as `pay` */
export async function payMerchant<More extends object>(
  actor: LiveActor,
  wanted: ToMerchant,
  options: PaymentOptions<More>,
  claim?: Idempotency.Claim<CompletedPayment & More>,
): Promise<CompletedPayment & More> {
  const { from, asset, amount } = wanted.outgoing;
  const merchant = await findPayee(actor, wanted.merchantId, asset.symbol.toLowerCase());
  const [owner, terms] = await Promise.all([
    Users.fromId(merchant.userId),
    readTerms(actor.userId, wanted.merchantId),
  ]);
  if (!owner || owner.blocked) throw fail(PayeeNotActive);
  const to = accountOf({ mode: actor.mode, userId: merchant.userId }, asset.symbol);
  await assertAllowedAfterReset(actor, from, [to]);
  const request = {
    initiator: from.account,
    opens: [to],
    rejectIfInDebt: true as const,
    payDebtsFirst: true,
    kycMovement: {
      userId: actor.userId,
      direction: "out" as const,
      cents: await wanted.outgoing.worthInCents(),
      unconfirmed: wanted.outgoing.unconfirmed,
    },
    idempotency: claim,
  };
  const payerName = await publicName(actor);
  const known = { actor, wanted, merchant, asset, amount, from, to, payerName };
  let prefetched: Terms | undefined = terms;
  const paid = Policy.post(request, async () => {
    // Reads them again after a concurrent update: the program may have ended.
    const now = prefetched ?? (await readTerms(actor.userId, wanted.merchantId));
    prefetched = undefined;
    return draftPayment(known, now, options);
  });
  return recover(AccountNotFound, paid, () => Promise.reject(fail(WalletNotFound)));
}

/** Reads the saveback program and points of a payer at a merchant. */
async function readTerms(userId: string, merchantId: string) {
  const program = await Saveback.findProgram(userId, merchantId);
  return { program, points: await Counting.rateOf(userId, program) };
}

type Terms = Awaited<ReturnType<typeof readTerms>>;

function draftPayment<More extends object>(
  known: EntryInputs,
  { program, points }: Terms,
  options: PaymentOptions<More>,
): Draft<CompletedPayment & More> {
  const { actor, wanted, merchant, asset, amount, from, to, payerName } = known;
  const { paymentId, merchantId, description } = wanted;
  const commissionMinor = Fees.commissionOf(amount, merchant.commissionRate);
  const shares = Fees.sharesOf({ amountMinor: amount, commissionMinor, rewardRate: program?.rate }, 0n);
  const payment = { userId: actor.userId, amountMinor: amount };
  const earning = { paymentId, ...payment, asset: asset.symbol, paidMinor: amount };
  return {
    type: "PAYMENT",
    postings: postingsOf(known, shares),
    actorId: actor.userId,
    reason: `payment ${paymentId}`,
    reference: { kind: "payment", id: paymentId },
    counterparties: new Map([
      [from.account, merchant.businessName],
      [to.account, payerName],
    ]),
    events: (after) => [
      ...notificationWrites(known, shares, after),
      ...webhookEvents(known, options.method, after),
    ],
    extraWrites: (after) => [
      assertCanBePaid(merchant.userId, PayeeNotActive),
      ...(options.extraWrites?.(paymentId) ?? []),
      ...listWrites(
        {
          ...{ paymentId, method: options.method, from, to, amount, merchantId, description },
          ...{ saveback: shares.reward, commission: commissionMinor, ...(points && { points }) },
        },
        after,
      ),
      ...Merchants.volumeWrites(merchantId, amount),
      ...(program ? Saveback.openWrites(program, { ...earning, amountMinor: shares.reward }) : []),
      ...Fees.loyaltyWrites(
        { ...payment, transactionId: paymentId, createdAt: after.createdAt, points },
        merchant,
        0n,
      ),
    ],
    result: () => ({ paymentId, asset: asset.symbol, amount, ...options.responseFields }),
  };
}

const postingsOf = (
  { from, to, amount }: EntryInputs,
  { receiver, commission, reward }: Fees.Shares,
): Posting[] =>
  mergePostings([
    posting(from, -amount),
    posting(to, receiver),
    posting(systemRef("live", "treasury", from.asset), commission),
    posting(systemRef("live", "saveback", from.asset), reward),
  ]);

function notificationWrites(
  { actor, wanted, merchant, asset, amount, to }: EntryInputs,
  { receiver }: Fees.Shares,
  after: After,
) {
  const text = (units: bigint) => Money.format(units, asset.decimals);
  const of = { paymentId: wanted.paymentId, asset: asset.symbol };
  const made = { ...of, userId: actor.userId, amount: text(amount) };
  const settled = text(after.settled(to.account));
  const taken = { ...of, userId: merchant.userId, amount: text(receiver), settled };
  return [Outbox.write(paymentMade, made), Outbox.write(paymentReceived, taken)];
}

const webhookEvents = (
  { actor, wanted, merchant, asset, amount }: EntryInputs,
  method: Method,
  { createdAt }: After,
): Table.Write[] => {
  const { paymentId, merchantId, description } = wanted;
  const payment = { paymentId, merchantId, description, asset: asset.symbol, amount, refunded: 0n };
  const users = { payerId: actor.userId, ownerId: merchant.userId };
  return paymentEvents("payment.succeeded", { ...payment, method, createdAt }, users, 1n);
};
