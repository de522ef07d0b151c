import { expect, it } from "vitest";
import * as Ids from "../kernel/ids/index.ts";
import { descriptionOf } from "./descriptions.ts";

const stake = Ids.create("stake");

it.each([
  ["payment pi_3QabcDEF", "Card payment", "Paiement par carte"],
  [
    "payment pi_3QabcDEF, of which 12.00 EUR pay what was owed",
    "Card payment, of which 12.00 EUR pay what was owed",
    "Paiement par carte, dont 12,00 EUR règlent ce qui était dû",
  ],
  ["payment pi_3QabcDEF has cleared", "Card payment available", "Paiement par carte disponible"],
  ["refund of pi_3QabcDEF", "Refund of a card payment", "Remboursement d'un paiement par carte"],
  ["refund re_1 of pi_3QabcDEF has failed", "Refund that failed", "Remboursement qui a échoué"],
  ["dispute dp_1 of pi_3QabcDEF", "Dispute of a card payment", "Contestation d'un paiement par carte"],
  [`stake ${stake} in flexible`, "Stake (flexible)", "Immobilisation (flexible)"],
  [`unstake ${stake} before its unlock date`, "Unstaked early", "Fin anticipée du staking"],
  ["swap EUR > USDC > BTC", "Swap (EUR > USDC > BTC)", "Échange (EUR > USDC > BTC)"],
  ["liquidity of EUR-USDC", "Liquidity (EUR-USDC)", "Liquidité (EUR-USDC)"],
  [`order ${Ids.create("order")}`, "Order", "Commande"],
  ["invoice in_1QabcDEF", "Subscription", "Abonnement"],
  ["bank transfer BT-2026-01", "Bank transfer", "Virement bancaire"],
  ["bank transfer bt_1 was rejected", "Bank transfer that was rejected", "Virement bancaire rejeté"],
  [`rewards of ${stake}`, "Staking rewards", "Récompenses de staking"],
])("%s is, to its reader, %s", (reason, english, french) => {
  expect([descriptionOf(reason, "en"), descriptionOf(reason, "fr")]).toEqual([english, french]);
});

it.each(["payment for lunch", "refund of the deposit", "rewards of 2026", "", "payment pi_1 and more"])(
  "what somebody wrote stays as it is: %j",
  (reason) => {
    expect(descriptionOf(reason, "en")).toBe(reason);
  },
);
