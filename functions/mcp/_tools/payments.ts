import * as z from "zod";
import { timestamp } from "../../../contract/common.ts";
import { list as cardsRoute } from "../../../contract/payments/cards.ts";
import { read as merchantRoute } from "../../../contract/payments/merchant.ts";
import {
  inOrder,
  notInOrder,
  shownStatus,
  shownStatuses,
  statusOf,
} from "../../../contract/payments/schemas.ts";
import { subscription as subscriptionRoute } from "../../../contract/payments.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import { pick } from "../../../core/kernel/fields.ts";
import * as Money from "../../../core/kernel/money/index.ts";
import * as Enrolments from "../../../core/loyalty/cards/index.ts";
import { MAX_CARDS } from "../../../core/loyalty/cards/schema.ts";
import * as LoyaltyCards from "../../../core/loyalty/saveback/cashback.ts";
import type { Card } from "../../../core/payments/cards/schema.ts";
import * as Cards from "../../../core/payments/issuing/index.ts";
import * as Merchants from "../../../core/payments/merchants/index.ts";
import * as Transactions from "../../../core/payments/records/index.ts";
import type { Transaction } from "../../../core/payments/records/schema.ts";
import * as Subscriptions from "../../../core/payments/subscriptions/index.ts";
import { MAX_TRANSACTIONS } from "../_resources/config.ts";
import { amount, loyaltyCard, payment } from "./schemas.ts";
import { personal, type Tool } from "./tool.ts";

/** Maps the status of an issued card: this tool calls a frozen card locked. */
const shownCardStatus = (status: string): Card["status"] =>
  status === "frozen" ? "locked" : (status as Card["status"]);

const cardView = ({ source, card }: Cards.AnyCard) => ({
  id: card.cardId,
  source,
  ...pick(card, "brand", "last4", "expMonth", "expYear", "type"),
  isDefault: source === "saved" && card.isDefault,
  status: shownCardStatus(card.status),
});

const getPaymentCards = personal({
  name: "svc_get_payment_cards",
  description:
    "A user's cards: issued by the platform (source issued; they spend the euro account) and saved for payments: brand, last four digits, expiry, " +
    "status, and the default card. A frozen card has the status locked. Card numbers are never returned.",
  output: z.object({
    cards: z.array(
      cardsRoute.responses[200].body.shape.data.element.extend({ source: z.enum(["issued", "saved"]) }),
    ),
    count: z.int(),
  }),
  run: async (person) => {
    const cards = await Cards.list(person);
    return { cards: cards.map(cardView), count: cards.length };
  },
});

const getLoyaltyCards = personal({
  name: "svc_get_loyalty_cards",
  description:
    "A user's loyalty programs: the saveback of each program that was not paid out yet, and the user's card of each " +
    "program. points is the saveback in whole units of the currency (1 is 1 euro or dollar); loyaltyPoints are the points on the card.",
  output: z.object({
    cards: z.array(loyaltyCard).meta({ description: "Highest saveback first, at most 50" }),
    count: z.int().meta({ description: "Number of all cards" }),
    totals: z.array(z.object({ currency: z.string(), points: amount })),
  }),
  freeText: "programName",
  run: async (person) => {
    const [{ cards, count, totals }, enrolled] = await Promise.all([
      LoyaltyCards.loyaltyCards(person),
      Enrolments.list(person),
    ]);
    const others = enrolled.filter(({ card }) =>
      cards.every(({ programId }) => programId !== card.programId),
    );
    const earned = cards.map((one) => savebackView(one, enrolled));
    return {
      cards: [...earned, ...others.map((one) => cardOnly(one))].slice(0, MAX_CARDS),
      count: count + others.length,
      totals: totals.map(({ asset, amount: points }) => ({ currency: asset, points })),
    };
  },
});

type ShownCard = z.input<typeof loyaltyCard>;

const cardFields = (one: Enrolments.CardWithProgram | undefined) => {
  const { points, tier } = one ? Enrolments.overviewOf([one.card]) : { points: undefined, tier: null };
  return {
    number: one?.card.number ?? null,
    loyaltyPoints: points === undefined ? null : Number(points),
    tier,
  };
};

function savebackView(
  one: LoyaltyCards.LoyaltyCard,
  enrolled: readonly Enrolments.CardWithProgram[],
): ShownCard {
  const { programId, merchantId, program, asset, amountMinor, rewards } = one;
  return {
    programId,
    programName: program?.name ?? programId,
    merchantId,
    rate: program?.rate ?? null,
    status: program?.status ?? "ended",
    points: Assets.format(amountMinor, asset),
    currency: asset,
    rewards,
    ...cardFields(enrolled.find(({ card }) => card.programId === programId)),
  };
}

/** Makes the view of a card without saveback. */
const cardOnly = (one: Enrolments.CardWithProgram): ShownCard => ({
  ...pick(one.program, "programId", "merchantId", "rate", "status"),
  programName: one.program.name,
  points: "0",
  currency: "EUR",
  rewards: 0,
  ...cardFields(one),
});

function paymentView(one: Transaction): z.input<typeof payment> {
  const { decimals } = Assets.get(one.currency);
  return {
    id: one.transactionId,
    ...pick(one, "type", "currency", "description", "cardLast4", "needsApproval", "failureReason"),
    ...pick(one, "createdAt", "completedAt"),
    status: shownStatus(one.status),
    amount: Money.format(one.amountMinor, decimals),
    refunded: Money.format(one.refundedMinor, decimals),
  };
}

/** Normalizes to the format of stored records, whose texts are compared. */
const instant = timestamp.transform((text) => new Date(text).toISOString());

const getPayments = personal({
  name: "svc_get_payments",
  description:
    "A user's payments by card or bank: card payments, orders, refunds, bank transfers, with their status, newest first. " +
    "Pages count from 1. For movements in wallets: svc_get_transactions.",
  input: z
    .strictObject({
      status: z.enum(shownStatuses).optional(),
      from: instant.optional(),
      to: instant.optional(),
      page: z.int().min(1).max(1_000_000).default(1),
      limit: z.int().min(1).max(MAX_TRANSACTIONS).default(20),
    })
    .refine(inOrder, notInOrder),
  output: z.object({ payments: z.array(payment), page: z.int(), totalPages: z.int(), totalCount: z.int() }),
  freeText: "description, failureReason",
  run: async (person, filter) => {
    const { transactions, total } = await Transactions.list(person, {
      ...filter,
      status: filter.status && statusOf(filter.status),
      sort: { field: "createdAt", order: "desc" },
    });
    return {
      payments: transactions.map(paymentView),
      page: filter.page,
      totalPages: Math.ceil(total / filter.limit),
      totalCount: total,
    };
  },
});

const getMerchantAccount = personal({
  name: "svc_get_merchant_account",
  description:
    "The merchant account of a professional: business name, commission, whether charges and payouts are enabled, this month's volume, loyalty program. " +
    "MERCHANT_NOT_FOUND if there is none.",
  output: z.object({
    merchant: merchantRoute.responses[200].body.shape.data.extend({
      commissionRate: z.string().meta({ description: "The platform's percentage of every payment" }),
      monthlyVolume: amount.meta({
        description: "Paid this calendar month (UTC), less refunds, in whole units",
      }),
    }),
  }),
  freeText: "businessName",
  run: async (person) => {
    const { merchantId, monthlyVolumeMinor, currency, programId, ...merchant } =
      await Merchants.readOwn(person);
    return {
      merchant: {
        ...merchant,
        id: merchantId,
        currency: currency.toLowerCase(),
        monthlyVolume: Assets.format(monthlyVolumeMinor, currency),
        programId: programId ?? null,
      },
    };
  },
});

const getSubscription = personal({
  name: "svc_get_subscription",
  description: "A user's monthly plan, its status, the end of the paid period, and whether it ends then.",
  output: subscriptionRoute.responses[200].body.shape.data,
  freeText: "plan",
  run: async (person) => {
    const { currentPeriodEnd, ...plan } = await Subscriptions.plan(person);
    return { ...plan, currentPeriodEnd: currentPeriodEnd ?? null };
  },
});

export const paymentTools: readonly Tool[] = [
  getPaymentCards,
  getLoyaltyCards,
  getPayments,
  getMerchantAccount,
  getSubscription,
];
