import * as z from "zod";
import { mode } from "../kernel/mode.ts";
import { entity } from "../platform/table/entity.ts";
import { movedItem } from "./schema.ts";

export const debt = entity({
  name: "Debt",
  about:
    "A user's debt in an asset: money that was taken back after it was spent. Changed in the transactions that take money back and that pay the debt.",
  pk: "USER#{userId}",
  sk: "OWED#{mode}#{asset}",
  schema: z.object({
    mode,
    userId: z.string(),
    asset: z.string(),
    /** Base units; 0 once the debt is paid. */
    owedMinor: z.bigint(),
  }),
  sync: ["accounts"],
  holds: "nothing",
  erasure: "stays",
  exported: ["asset", "owedMinor"],
  answers: {
    "what a user owes of an asset": "GetItem pk, sk, with each credit from outside",
    "what a user owes": "GetItem pk, sk of each currency, in the read of what a movement depends on",
  },
});

export const debtor = entity({
  name: "Debtor",
  about: "Lists a user who has or had a debt of an asset. Written with each debt, never removed.",
  pk: "DEBTORS#{mode}",
  sk: "DEBTOR#{userId}#{asset}",
  schema: z.object({ mode, userId: z.string(), asset: z.string() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "all debts": "Query pk, then GetItem of each debt" },
});

export const kycMoved = entity({
  name: "KycMoved",
  about:
    "A user's movements in or out, in cents of a euro by the hour and by the day, for the limits of the KYC level. Written in the transaction of the movement.",
  pk: "KYC#{userId}",
  sk: "MOVED#{direction}",
  schema: movedItem,
  versionAttribute: "revision",
  holds: "the moved amounts, by the day",
  erasure: { retained: "law" },
  answers: { "may this user move that much": "GetItem pk, sk" },
});
