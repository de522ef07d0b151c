import type * as z from "zod";
import type { history } from "../../contract/mobile/notifications.ts";
import type * as PaymentContract from "../../contract/mobile/payments.ts";
import type * as Contract from "../../contract/mobile/schemas.ts";
import type { ResultOf } from "../../contract/route.ts";
import type { ScheduledPayment } from "../../core/banking/scheduled/schema.ts";
import type { DetailedTransaction } from "../../core/history/detail.ts";
import type { ShownPayment } from "../../core/history/payments.ts";
import type { AccountTransaction } from "../../core/history/schema.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import { pick, pickOrNull } from "../../core/kernel/fields.ts";
import * as Money from "../../core/kernel/money/index.ts";
import type { Notice } from "../../core/messaging/notifications/history.ts";
import type { Card } from "../../core/payments/cards/schema.ts";
import type { Preview } from "../../core/payments/codes/scan.ts";
import type { AnyCard } from "../../core/payments/issuing/index.ts";
import { CARD_ASSET, type IssuedCard } from "../../core/payments/issuing/schema.ts";
import type { CompletedPayment, Processed } from "../../core/payments/made/schema.ts";
import type { Payment } from "../../core/payments/payments/schema.ts";
import { isDefault, type Wallet } from "../../core/wallets/schema.ts";

/** Views of accounts, cards, payments and notifications for the mobile app (MOBILE.md): amounts are JSON numbers. */

export const account = ({
  id,
  asset,
  available,
  held,
  owed,
  iban,
  createdAt,
}: Wallet): z.input<typeof Contract.account> => {
  const amount = (units: bigint) => Money.toNumber(units, asset.decimals);
  return {
    id,
    name: asset.name,
    type: Assets.isMoney(asset.symbol) ? "fiat" : "crypto",
    currency: asset.symbol,
    balance: amount(available + held),
    availableBalance: amount(available),
    lockedBalance: amount(held),
    owed: amount(owed),
    iban: iban ?? null,
    isDefault: isDefault({ asset }),
    createdAt,
  };
};

export function transaction(line: AccountTransaction): z.input<typeof Contract.transaction> {
  const { asset, updatedAt: _, ...one } = line;
  const number = (units: bigint) => Money.toNumber(units, asset.decimals);
  return {
    ...one,
    amount: number(one.amount),
    currency: asset.symbol,
    fee: number(one.fee),
    balance: one.balance === null ? null : number(one.balance),
  };
}

export function detailedTransaction(one: DetailedTransaction): z.input<typeof Contract.detailedTransaction> {
  const number = (units: bigint, asset = one.asset) => Money.toNumber(units, asset.decimals);
  return {
    ...transaction(one),
    ...pick(one, "updatedAt", "iban", "address", "beneficiaryId", "cardLast4", "failure", "entry"),
    movements: one.movements.map(({ accountId, direction, amount, asset }) => ({
      accountId,
      direction,
      amount: number(amount, asset),
      currency: asset.symbol,
    })),
    merchant: one.merchant && {
      ...pick(one.merchant, "name", "category"),
      ...pickOrNull(one.merchant, "country", "city"),
    },
    refunded: number(one.refunded),
  };
}

type ShownCard = z.input<typeof Contract.mobileCard>;

const savedCard = ({ cardId, status, expMonth, expYear, ...card }: Card): ShownCard => ({
  id: cardId,
  source: "saved",
  ...pick(card, "type", "brand", "last4", "isDefault", "createdAt"),
  status: status === "locked" ? "frozen" : status,
  expiryMonth: expMonth,
  expiryYear: expYear,
  cardholderName: null,
  currency: null,
  accountId: null,
  settings: null,
});

const wholeUnits = (minor: bigint | undefined): number | null =>
  minor === undefined ? null : Money.toNumber(minor, 2);

export const issuedCard = ({
  cardId,
  status,
  settings,
  expMonth,
  expYear,
  ...card
}: IssuedCard): ShownCard => ({
  id: cardId,
  source: "issued",
  ...pick(card, "type", "brand", "last4", "cardholderName", "createdAt"),
  // Lists omit requested cards, which the provider has not issued yet.
  status: status === "requested" ? "inactive" : status,
  expiryMonth: expMonth,
  expiryYear: expYear,
  currency: CARD_ASSET,
  accountId: card.walletId,
  isDefault: false,
  settings: {
    ...settings,
    limits: {
      perTransaction: wholeUnits(settings.limits.perTransaction),
      daily: wholeUnits(settings.limits.daily),
      monthly: wholeUnits(settings.limits.monthly),
    },
  },
});

export const card = (one: AnyCard): ShownCard =>
  one.source === "issued" ? issuedCard(one.card) : savedCard(one.card);

/** Maps the provider's status of a card payment to ours, by the payer's next step. */
function paymentStatus({ status, needsApproval }: Payment) {
  switch (status) {
    case "succeeded":
      return "completed" as const;
    case "canceled":
      return status;
    case "requires_capture":
      return needsApproval ? ("awaiting_approval" as const) : ("pending" as const);
    case "processing":
      return "pending" as const;
    default:
      return "requires_action" as const;
  }
}

/** Makes the view of a payment by card. */
export function charged(payment: Payment) {
  const status = paymentStatus(payment);
  return {
    status,
    amount: payment.amount / 100,
    currency: payment.currency.toUpperCase(),
    ...(status === "requires_action" && { clientSecret: payment.clientSecret }),
  };
}

/** Makes the view of a payment from an account, which has no fee for the payer. */
export const paid = ({ paymentId, asset, amount }: CompletedPayment) => ({
  paymentId,
  status: "completed" as const,
  amount: Assets.toNumber(amount, asset),
  currency: asset,
  fee: 0,
});

/** Makes the view of a scanned code before its payment. */
export const previewed = ({
  amount,
  description,
  ...one
}: Preview & { readonly needsConfirmation: boolean }) => ({
  ...one,
  status: "preview" as const,
  amount: amount === undefined ? null : Number(amount),
  fee: 0,
  description: description || null,
});

export const processed = (one: Processed) =>
  "paymentId" in one ? paid(one) : { paymentId: one.id, fee: 0, ...charged(one) };

export function payment({ asset, ...one }: ShownPayment): z.input<typeof PaymentContract.payment> {
  const number = (units: bigint) => Money.toNumber(units, asset.decimals);
  return {
    ...one,
    amount: number(one.amount),
    currency: asset.symbol,
    fee: number(one.fee),
    saveback: number(one.saveback),
    refunded: number(one.refunded),
  };
}

export const scheduledPayment = (one: ScheduledPayment): z.input<typeof Contract.scheduledPayment> => ({
  id: one.scheduledId,
  ...pick(one, "status", "accountId", "description", "frequency", "startDate", "version", "createdAt"),
  updatedAt: one.updatedAt,
  ...pickOrNull(one, "toAccountId", "toEmail", "endDate", "nextRunAt", "failure", "lastRunAt"),
  lastTransactionId: one.lastTransactionId ?? null,
  toBeneficiaryId: one.payee?.id ?? null,
  iban: one.payee?.iban ?? null,
  beneficiaryName: one.payee?.name ?? null,
  amount: Assets.toNumber(one.amount, one.asset),
  currency: one.asset,
  timezone: one.timeZone,
  runs: one.paid,
  failedTries: one.tries,
});

export const notice = (one: Notice): ResultOf<typeof history>["notifications"][number] => ({
  id: one.notificationId,
  ...pick(one, "category", "type", "title", "body", "occurredAt"),
  readAt: one.readAt ?? null,
});
