import * as z from "zod";
import * as Due from "../../platform/due/index.ts";
import { entity } from "../../platform/table/entity.ts";
import { issuedCardItem, issuedHolderItem, spendingItem } from "./schema.ts";

/** The prefix of the sort keys of a user's issued cards and their holder, so that one query reads all. */
export const ISSUED_PREFIX = "ISSUED#";

/** Cards to create or update at the provider. */
export const issuedDue = Due.define("ISSUEDCARD", 4);

/** Users to whom the first card is issued. */
export const offerDue = Due.define("CARDOFFER", 4);

export const issuedHolder = entity({
  name: "IssuedCardHolder",
  about:
    "The provider's cardholder of a user. Every new or canceled card raises its version, so that the limit of cards holds.",
  pk: "USER#{userId}",
  sk: "ISSUED#HOLDER",
  schema: issuedHolderItem,
  holds: "the user's identity at the provider of cards",
  erasure: { retained: "law" },
  answers: {
    "may the user have another card":
      "Query pk, sk begins with ISSUED#; each change is conditional on its version",
  },
});

export const isIssuedHolder = (item: Readonly<Record<string, unknown>>): boolean =>
  item["sk"] === issuedHolder.sk;

export const issuedCard = entity({
  name: "IssuedCard",
  about:
    "A card issued to a user: status, settings, the account that it spends, the provider's id. Never its number.",
  pk: "USER#{userId}",
  sk: "ISSUED#CARD#{cardId}",
  schema: issuedCardItem,
  indexes: { due: issuedDue.keys },
  sync: ["cards"],
  holds: "the name on a card, and its last digits",
  erasure: { retained: "law", without: { cardholderName: "", last4: "" } },
  exported: [
    "type",
    "status",
    "brand",
    "last4",
    "expMonth",
    "expYear",
    "cardholderName",
    "settings",
    "createdAt",
  ],
  answers: {
    "the cards issued to a user": "Query pk, sk begins with ISSUED#",
    "may this card pay a purchase": "GetItem pk, sk, in the read of an authorization's inputs",
    "which cards are due at the provider": "Query due, duePk = ISSUEDCARD#<0..3>, oldest first",
  },
});

export const cardOffer = entity({
  name: "CardOffer",
  about:
    "A user to whom the first card is issued, with a verified identity and a euro account. Removed once the card is issued.",
  pk: "USER#{userId}",
  sk: "CARDOFFER",
  schema: z.object({ userId: z.string() }),
  indexes: { due: offerDue.keys },
  holds: "nothing",
  erasure: "deleted",
  answers: { "which users get a first card": "Query due, duePk = CARDOFFER#<0..3>, oldest first" },
});

export const issuedReference = entity({
  name: "IssuedCardReference",
  about: "The card of a provider's id. Written when the provider has created the card.",
  pk: "PSPCARD#{pspCardId}",
  sk: "REFERENCE",
  schema: z.object({ userId: z.string(), cardId: z.string() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "which card has this id of the provider": "GetItem pk, sk" },
});

export const cardSpending = entity({
  name: "CardSpending",
  about:
    "The spending of an issued card in its latest day and month. Written with each authorization, so that its limits are exact.",
  pk: "ISSUEDCARD#{cardId}",
  sk: "SPENDING",
  schema: spendingItem,
  holds: "nothing",
  erasure: "stays",
  answers: {
    "the rest of a card's limits": "GetItem pk, sk, in the read of an authorization's inputs",
  },
});

export const cardLook = entity({
  name: "CardLook",
  about:
    "An access to the number of an issued card, with its time, session and, from the app, device. Stored permanently.",
  pk: "ISSUEDCARD#{cardId}",
  sk: "LOOK#{at}#{lookId}",
  schema: z.object({
    userId: z.string(),
    /** Missing for an access on the web. */
    deviceId: z.string().optional(),
    sessionId: z.string(),
    at: z.string(),
  }),
  holds: "the device that showed a card's number",
  erasure: "deleted",
  answers: { "the accesses to a card's number, with user and time": "Query pk, sk begins with LOOK#" },
});
