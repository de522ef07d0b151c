import * as z from "zod";
import * as Events from "../../../payments/issuing/events.ts";
import * as Letters from "../../../texts/letters/cards.ts";
import {
  frequentPaymentTemplate,
  paymentTemplate,
  securityTemplate,
  type Templates,
  userId,
} from "./template.ts";

/** About cards that we issue, and purchases with them. */

const card = z.object({ userId, last4: z.string() });
const purchase = card.extend({ merchant: z.string(), amount: z.string(), asset: z.string() });

export const cards: Templates = [
  [Events.cardIssued.type, paymentTemplate(card, Letters.cardIssued)],
  [Events.cardFrozen.type, securityTemplate(card, Letters.cardFrozen)],
  [Events.cardUnfrozen.type, securityTemplate(card, Letters.cardUnfrozen)],
  [Events.issuedCardCanceled.type, securityTemplate(card, Letters.cardEnded)],
  [Events.cardViewed.type, securityTemplate(card, Letters.cardViewed)],
  [Events.pinChanged.type, securityTemplate(card, Letters.pinChanged)],
  [Events.cardProvisioned.type, securityTemplate(card, Letters.cardProvisioned)],
  [
    Events.purchaseDeclined.type,
    paymentTemplate(purchase.extend({ reason: z.string() }), Letters.purchaseDeclined),
  ],
  [Events.purchaseHeld.type, frequentPaymentTemplate(purchase, Letters.purchaseHeld)],
  [Events.purchaseTaken.type, frequentPaymentTemplate(purchase, Letters.purchaseTaken)],
  [Events.largePurchase.type, paymentTemplate(purchase, Letters.largePurchase)],
  [
    Events.purchaseRefunded.type,
    paymentTemplate(purchase.extend({ settled: z.string() }), Letters.purchaseRefunded),
  ],
];
