import { entity } from "../../platform/table/entity.ts";

/** How the sort keys of a user's cards and of their holder begin, so that one query reads them all. */
export const CARDS_PREFIX = "CARDS#";

/** Users of whose cards the provider is still to be told are spread over this many partitions of the index. */
export const DUE_SHARDS = 4;

/** Where a holder stands in the index of what is due, until the provider knows the default card. */
export const untoldDue = { pk: "CARDDEFAULT#{shard}", sk: "{since}" } as const;

/** Where a canceled card stands in the index of what is due, until the provider has let go of it. */
export const leavingDue = { pk: "CARDLEAVING#{shard}", sk: "{since}" } as const;

export const cardHolder = entity({
  name: "CardHolder",
  about:
    "How many cards a user has and which is the default: one item, so there is never a second default. Every change of a card raises its version.",
  pk: "USER#{userId}",
  sk: "CARDS#HOLDER",
  indexes: { due: untoldDue },
  answers: {
    "which card is a user's default": "GetItem pk, sk; written under its version with each change",
    "which default cards is the provider still to be told of":
      "Query due, duePk = CARDDEFAULT#<0..3>, oldest first",
  },
});

export const card = entity({
  name: "Card",
  about:
    "A card that a user has saved: the provider's token of it and what may be shown. Never a card number.",
  pk: "USER#{userId}",
  sk: "CARDS#CARD#{cardId}",
  indexes: { due: leavingDue },
  answers: {
    "a user's cards, and which is the default": "Query pk, sk begins with CARDS#",
    "a card": "BatchGetItem pk, sk with its holder",
    "which canceled cards does the provider still hold":
      "Query due, duePk = CARDLEAVING#<0..3>, oldest first",
  },
});

export const cardReference = entity({
  name: "CardReference",
  about: "Whose card an id is; written in the card's own transaction.",
  pk: "CARD#{cardId}",
  sk: "REFERENCE",
  answers: { "whose card does an event of the bank name": "GetItem pk, sk" },
});

export const cardSetup = entity({
  name: "CardSetup",
  about:
    "Which card was saved with a setup intent; written in the card's own transaction, so an intent makes one card.",
  pk: "SETUPINTENT#{setupIntentId}",
  sk: "CARD",
  answers: { "was a card saved with this setup intent": "GetItem pk, sk" },
});
