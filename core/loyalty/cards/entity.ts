import * as z from "zod";
import * as Due from "../../platform/due/index.ts";
import { entity } from "../../platform/table/entity.ts";
import { cardItem, lineItem } from "./schema.ts";

/** Cards with points that expire, by when their owner is to be told, or they do. */
export const pointsDue = Due.define("LOYALTYPOINTS", 4);

export const loyaltyCard = entity({
  name: "LoyaltyCard",
  about:
    "A user in a loyalty program: the card's number, and its points by the day on which they were earned. Kept when the program was left.",
  pk: "USER#{userId}",
  sk: "LOYALTY#{programId}",
  schema: cardItem,
  indexes: { due: pointsDue.keys },
  sync: ["loyalty"],
  holds: "a card's number",
  erasure: { kept: "ledger" },
  exported: ["programId", "number", "status", "joinedAt", "leftAt", "lots"],
  answers: {
    "a user's card of a program": "GetItem pk, sk",
    "the cards of a user": "Query pk, sk begins with LOYALTY#",
    "whose points expire":
      "Query due, duePk = LOYALTYPOINTS#<0..3>, oldest first; no keys there without points",
  },
});

export const loyaltyCardCount = entity({
  name: "LoyaltyCardCount",
  about: "How many programs a user is in, so that parallel requests cannot join more than allowed.",
  pk: "USER#{userId}",
  sk: "LOYALTYCOUNT",
  schema: z.object({ count: z.bigint() }),
  holds: "nothing",
  erasure: "deleted",
  answers: {
    "may the user join another program": "UpdateItem with a condition, in the card's own transaction",
  },
});

export const cardNumber = entity({
  name: "LoyaltyCardNumber",
  about: "Whose card a number is; written in the card's transaction, so a number is one card's.",
  pk: "LOYALTYNUMBER#{number}",
  sk: "CARD",
  schema: z.object({ number: z.string(), userId: z.string(), programId: z.string() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "whose card has a till read": "GetItem pk, sk" },
});

export const programMember = entity({
  name: "LoyaltyMember",
  about: "That a user is in a program, for the program's owner.",
  pk: "LOYALTYMEMBERS#{programId}",
  sk: "MEMBER#{number}",
  schema: z.object({ programId: z.string(), number: z.string(), userId: z.string(), joinedAt: z.string() }),
  holds: "nothing",
  erasure: "stays",
  answers: {
    "the members of a program": "Query pk, sk begins with MEMBER#, by pages",
    "how many members has a program": "Query pk, counted",
  },
});

export const pointsLine = entity({
  name: "LoyaltyPointsLine",
  about: "What happened to a user's points: earned, taken back, spent, expired, and what caused it.",
  pk: "USER#{userId}",
  sk: "POINTSLINE#{lineId}",
  schema: lineItem,
  holds: "nothing",
  erasure: "stays",
  exported: ["programId", "type", "points", "balance", "cause", "at"],
  answers: { "the history of a user's points": "Query pk, sk begins with POINTSLINE#, newest first" },
});
