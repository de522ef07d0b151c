import * as z from "zod";
import * as Due from "../../platform/due/index.ts";
import { entity } from "../../platform/table/entity.ts";
import { cardItem, holderItem } from "./schema.ts";

/** The prefix of the sort keys of a user's cards and their holder, so that one query reads all. */
export const CARDS_PREFIX = "CARDS#";

/** Holders whose default card is due at the provider. */
export const defaultDue = Due.define("CARDDEFAULT", 4);

/** Canceled cards to detach at the provider. */
export const detachDue = Due.define("CARDLEAVING", 4);

export const cardHolder = entity({
  name: "CardHolder",
  about:
    "The number of a user's cards and the default card: one item, so that a user never has two defaults. Every change of a card raises its version.",
  pk: "USER#{userId}",
  sk: "CARDS#HOLDER",
  schema: holderItem,
  indexes: { due: defaultDue.keys },
  sync: ["cards"],
  holds: "nothing",
  erasure: "deleted",
  answers: {
    "which card is a user's default": "GetItem pk, sk; each change is conditional on its version",
    "which default cards does the provider not know yet":
      "Query due, duePk = CARDDEFAULT#<0..3>, oldest first",
  },
});

export const isHolder = (item: Readonly<Record<string, unknown>>): boolean => item["sk"] === cardHolder.sk;

export const card = entity({
  name: "Card",
  about: "A saved card: the provider's token and the fields that may be shown. Never a card number.",
  pk: "USER#{userId}",
  sk: "CARDS#CARD#{cardId}",
  schema: cardItem,
  indexes: { due: detachDue.keys },
  sync: ["cards"],
  holds: "a saved card: its brand and last digits",
  erasure: "deleted",
  exported: ["brand", "last4", "expMonth", "expYear", "status", "type", "createdAt"],
  answers: {
    "a user's cards, and which is the default": "Query pk, sk begins with CARDS#",
    "a card": "BatchGetItem pk, sk with its holder",
    "which canceled cards does the provider still hold":
      "Query due, duePk = CARDLEAVING#<0..3>, oldest first",
  },
});

export const cardReference = entity({
  name: "CardReference",
  about: "The owner of a card, by the card's id. Written in the card's own transaction.",
  pk: "CARD#{cardId}",
  sk: "REFERENCE",
  schema: z.object({ userId: z.string() }),
  holds: "nothing",
  erasure: "deleted",
  answers: { "which user owns the card of a bank event": "GetItem pk, sk" },
});

export const cardSetup = entity({
  name: "CardSetup",
  about:
    "The card that was saved with a setup intent. Written in the card's own transaction, so an intent makes one card.",
  pk: "SETUPINTENT#{setupIntentId}",
  sk: "CARD",
  schema: z.object({ cardId: z.string(), userId: z.string() }),
  holds: "nothing",
  erasure: "deleted",
  answers: { "was a card saved with this setup intent": "GetItem pk, sk" },
});
