import { expect, it } from "vitest";
import type { Entry, Posting, Reference, RunningLine } from "../ledger/schema.ts";
import { descriptionOf } from "./descriptions.ts";

const EUR = "wal_01kaf3v7m8q2w5x9y1z4b6c8d0_eur";

const describe = (
  type: Entry["type"],
  reference: Reference | undefined,
  {
    reason = "an operator's words",
    postings = [] as readonly Posting[],
    ...line
  }: Partial<Entry & RunningLine> = {},
) => {
  const described = { line: { walletId: EUR, ...line }, entry: { type, reason, reference, postings } };
  return [descriptionOf(described, "en"), descriptionOf(described, "fr")];
};

const to = (account: string, asset: string, amount: bigint): Posting => ({
  ...{ account, asset, amount },
  bucket: "available",
});
const swap = [
  to(`wallet:${EUR}`, "EUR", -5n),
  to("pool:EUR-USDC", "EUR", 5n),
  to("pool:EUR-USDC", "USDC", -6n),
  to("pool:BTC-USDC", "USDC", 6n),
  to("pool:BTC-USDC", "BTC", -1n),
  to(`wallet:${EUR.replace("eur", "btc")}`, "BTC", 1n),
];

const of = (kind: Reference["kind"], id = "an id"): Reference => ({ kind, id });

const cases: readonly (readonly [described: Parameters<typeof describe>, en: string, fr: string])[] = [
  [["TOP_UP", of("payment_intent")], "Card payment", "Paiement par carte"],
  [
    ["TOP_UP", of("payment_intent"), { settled: 1200n }],
    "Card payment, of which 12 EUR paid a debt",
    "Paiement par carte, dont 12 EUR pour régler une dette",
  ],
  [["RELEASE", of("payment_intent")], "Card payment available", "Paiement par carte disponible"],
  [["REFUND", of("payment_intent")], "Refund of a card payment", "Remboursement d'un paiement par carte"],
  [["PAYMENT", of("refund")], "Failed refund", "Remboursement échoué"],
  [["REFUND", of("dispute")], "Dispute of a card payment", "Contestation d'un paiement par carte"],
  [["PAYMENT", of("payment"), { counterparty: "Chez Ada" }], "Payment (Chez Ada)", "Paiement (Chez Ada)"],
  [
    ["CARD_PAYMENT", of("issuing_authorization"), { counterparty: "Café de Flore" }],
    "Card payment (Café de Flore)",
    "Paiement par carte (Café de Flore)",
  ],
  [["REFUND", of("payment"), { counterparty: "Chez Ada" }], "Refund (Chez Ada)", "Remboursement (Chez Ada)"],
  [["STAKE", of("stake")], "Stake", "Placement"],
  [["UNSTAKE", of("stake")], "Unstaked", "Fin du staking"],
  [
    ["UNSTAKE", of("stake"), { postings: [to("treasury", "YANI", 1n)] }],
    "Unstaked early",
    "Fin anticipée du staking",
  ],
  [["REWARD", of("stake")], "Staking rewards", "Récompenses de staking"],
  [["SWAP", undefined, { postings: swap }], "Swap (EUR > BTC)", "Échange (EUR > BTC)"],
  [["LIQUIDITY_ADD", of("pool", "EUR-USDC")], "Liquidity (EUR-USDC)", "Liquidité (EUR-USDC)"],
  [["PAYMENT", of("order")], "Order", "Commande"],
  [["PAYMENT", of("invoice")], "Subscription", "Abonnement"],
  [["DEPOSIT", of("bank_transfer")], "Bank transfer", "Virement bancaire"],
  [["REVERSAL", of("bank_transfer")], "Rejected bank transfer", "Virement bancaire rejeté"],
  [
    ["PAYOUT", of("withdrawal"), { counterparty: "Grace Hopper" }],
    "Withdrawal to a bank account (Grace Hopper)",
    "Retrait vers un compte bancaire (Grace Hopper)",
  ],
  [
    ["PAYOUT", of("withdrawal"), { postings: [to("clearing:bank", "BTC", 1n)], counterparty: "bc1q…" }],
    "Withdrawal to an address (bc1q…)",
    "Retrait vers une adresse (bc1q…)",
  ],
  [["TRANSFER", of("payment"), { reason: "", counterparty: "Ben" }], "Transfer (Ben)", "Virement (Ben)"],
  [["HOLD", of("hold"), { reason: "" }], "Hold", "Réservation"],
  [["HOLD", of("hold"), { reason: "Room 12" }], "Hold (Room 12)", "Réservation (Room 12)"],
  [["RELEASE", of("hold"), { reason: "" }], "Released hold", "Réservation levée"],
  [["RELEASE", of("hold"), { reason: "Room 12" }], "Released hold (Room 12)", "Réservation levée (Room 12)"],
  [["CAPTURE", of("hold"), { reason: "", counterparty: "Ben" }], "Transfer (Ben)", "Virement (Ben)"],
  [["CAPTURE", of("hold"), { reason: "Room 12", counterparty: "Ben" }], "Room 12", "Room 12"],
];

it.each(cases.map(([line, en, fr]) => ({ line, en, fr })))(
  'a line of a statement is described as "$en" in English and "$fr" in French',
  ({ line, en, fr }) => {
    expect(describe(...line)).toEqual([en, fr]);
  },
);

it.each(["payment for lunch", "bank transfer BT-1", "payment pi_1", "12 EUR, of which 3 EUR paid a debt"])(
  "the user's own text %j describes its line unchanged",
  (reason) => {
    expect(describe("TRANSFER", undefined, { reason })).toEqual([reason, reason]);
    expect(describe("DEPOSIT", of("adjustment"), { reason })).toEqual([reason, reason]);
  },
);
