import * as z from "zod";
import * as Due from "../../platform/due/index.ts";
import { entity } from "../../platform/table/entity.ts";
import { issuedCardItem, issuedHolderItem, spendingItem } from "./schema.ts";

/** The prefix of the sort keys of a user's issued cards and their holder, so that one query reads all. */
export const ISSUED_PREFIX = "ISSUED#";

/** Cards to make or to change at the provider. */
export const issuedDue = Due.define("ISSUEDCARD", 4);

/** Users who will get their first card. */
export const offerDue = Due.define("CARDOFFER", 4);

export const issuedHolder = entity({
  name: "IssuedCardHolder",
  about:
    "The provider's cardholder of a user. Every change of which cards there are raises its version, so there are never more than allowed.",
  pk: "USER#{userId}",
  sk: "ISSUED#HOLDER",
  schema: issuedHolderItem,
  holds: "who the user is at the provider of cards",
  erasure: { kept: "law" },
  answers: {
    "may the user have another card": "Query pk, sk begins with ISSUED#; written under its version",
  },
});

export const isIssuedHolder = (item: Readonly<Record<string, unknown>>): boolean =>
  item["sk"] === issuedHolder.sk;

export const issuedCard = entity({
  name: "IssuedCard",
  about:
    "A card that we have issued to a user: status, settings, which account it spends, the provider's id. Never its number.",
  pk: "USER#{userId}",
  sk: "ISSUED#CARD#{cardId}",
  schema: issuedCardItem,
  indexes: { due: issuedDue.keys },
  sync: ["cards"],
  holds: "the name on a card, and its last digits",
  erasure: { kept: "law", without: { cardholderName: "", last4: "" } },
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
    "may this purchase be paid": "GetItem pk, sk, in the read of what an authorization depends on",
    "which cards is the provider to make or to change": "Query due, duePk = ISSUEDCARD#<0..3>, oldest first",
  },
});

export const cardOffer = entity({
  name: "CardOffer",
  about: "That a user is to get the first card: identity checked, euro account open. Gone once there is one.",
  pk: "USER#{userId}",
  sk: "CARDOFFER",
  schema: z.object({ userId: z.string() }),
  indexes: { due: offerDue.keys },
  holds: "nothing",
  erasure: "deleted",
  answers: { "who is to get a first card": "Query due, duePk = CARDOFFER#<0..3>, oldest first" },
});

export const issuedReference = entity({
  name: "IssuedCardReference",
  about: "Which card an id of the provider's is; written when the provider has made the card.",
  pk: "PSPCARD#{pspCardId}",
  sk: "REFERENCE",
  schema: z.object({ userId: z.string(), cardId: z.string() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "whose card was charged": "GetItem pk, sk" },
});

export const cardSpending = entity({
  name: "CardSpending",
  about:
    "What was spent with an issued card in its latest day and month; written with each authorization, so that its limits are exact.",
  pk: "ISSUEDCARD#{cardId}",
  sk: "SPENDING",
  schema: spendingItem,
  holds: "nothing",
  erasure: "stays",
  answers: {
    "what is left of a card's limits": "GetItem pk, sk, in the read of what an authorization depends on",
  },
});

export const cardLook = entity({
  name: "CardLook",
  about: "That a user has looked at the number of an issued card: when, and on which device. Kept.",
  pk: "ISSUEDCARD#{cardId}",
  sk: "LOOK#{at}#{lookId}",
  schema: z.object({ userId: z.string(), deviceId: z.string(), sessionId: z.string(), at: z.string() }),
  holds: "the device that a card's number was shown on",
  erasure: "deleted",
  answers: { "who has seen a card's number, and when": "Query pk, sk begins with LOOK#" },
});
