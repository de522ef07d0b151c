import * as z from "zod";
import * as Due from "../../platform/due/index.ts";
import { entity } from "../../platform/table/entity.ts";
import { cardItem, lineItem } from "./schema.ts";

/** Cards with expiring points, by the time of the notice or of the expiry. */
export const pointsDue = Due.define("LOYALTYPOINTS", 4);

export const loyaltyCard = entity({
  name: "LoyaltyCard",
  about:
    "A user in a loyalty program: the card's number, and its points by the day on which they were earned. Stays after the user left the program.",
  pk: "USER#{userId}",
  sk: "LOYALTY#{programId}",
  schema: cardItem,
  indexes: { due: pointsDue.keys },
  sync: ["loyalty"],
  holds: "a card's number",
  erasure: { retained: "ledger" },
  exported: ["programId", "number", "status", "joinedAt", "leftAt", "lots"],
  answers: {
    "a user's card of a program": "GetItem pk, sk",
    "the cards of a user": "Query pk, sk begins with LOYALTY#",
    "which cards have expiring points":
      "Query due, duePk = LOYALTYPOINTS#<0..3>, oldest first; no keys there without points",
  },
});

export const loyaltyCardCount = entity({
  name: "LoyaltyCardCount",
  about: "The number of a user's programs, so that parallel requests cannot exceed the limit.",
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
  about: "The card of a number. Written in the card's transaction, so a number belongs to one card.",
  pk: "LOYALTYNUMBER#{number}",
  sk: "CARD",
  schema: z.object({ number: z.string(), userId: z.string(), programId: z.string() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "which card has this number": "GetItem pk, sk" },
});

export const programMember = entity({
  name: "LoyaltyMember",
  about: "A member of a program, for the program's owner.",
  pk: "LOYALTYMEMBERS#{programId}",
  sk: "MEMBER#{number}",
  schema: z.object({ programId: z.string(), number: z.string(), userId: z.string(), joinedAt: z.string() }),
  holds: "nothing",
  erasure: "stays",
  answers: {
    "the members of a program": "Query pk, sk begins with MEMBER#, by pages",
    "the number of a program's members": "Query pk, counted",
  },
});

export const pointsLine = entity({
  name: "LoyaltyPointsLine",
  about: "A change of a user's points (earned, taken back, spent or expired), with its cause.",
  pk: "USER#{userId}",
  sk: "POINTSLINE#{lineId}",
  schema: lineItem,
  holds: "nothing",
  erasure: "stays",
  exported: ["programId", "type", "points", "balance", "cause", "at"],
  answers: { "the history of a user's points": "Query pk, sk begins with POINTSLINE#, newest first" },
});
