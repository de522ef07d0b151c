import * as z from "zod";
import { timestamp } from "../../common.ts";
import { amount } from "../amount.ts";
import { asset, list, object } from "../schemas.ts";
import { transactionType, walletId } from "../wallets/schemas.ts";

/** Statements of the public API: PUBLIC.md, Versions. */

const hash = z.string().regex(/^0x[0-9a-f]{64}$/);

const sequence = z
  .string()
  .regex(/^\d+$/)
  .meta({ description: "How many entries have changed the wallet until then" });

const standing = z
  .object({ balance: amount(), available: amount(), locked: amount(), sequence, hash })
  .meta({ id: "Standing", description: "What the wallet has, and the hash of its last line" });

const line = object("statement_line", {
  sequence,
  entry: z.string().meta({ description: "The ledger's entry, as a transfer's id" }),
  type: transactionType.meta({ description: "As the wallet's transactions have it; no hash covers it" }),
  ledger_type: z.string().meta({
    description: "What the entry did to this wallet, in the ledger's words, which the hash covers",
    examples: ["TRANSFER_IN"],
  }),
  amount: amount("What the wallet gained, below zero what it gave"),
  available_change: amount("What became available, below zero what no longer is"),
  locked_change: amount("What became locked, below zero what no longer is"),
  balance: amount("What the wallet had after it"),
  available: amount("Of that, what was available"),
  locked: amount("Of that, what was locked"),
  counterparty: z
    .string()
    .nullable()
    .meta({ description: "Who was at the other end, by the name of that time; no hash covers it" }),
  entry_hash: hash,
  previous_hash: hash,
  hash,
});

export const statement = z
  .object({
    ...object("statement", {
      wallet: walletId,
      asset,
      from: timestamp,
      to: timestamp,
      opening: standing.meta({ description: "Before the first line of the statement" }),
      page_opening: standing.meta({ description: "Before the first line of this page" }),
      closing: standing.meta({ description: "After the last line of the statement" }),
      current: standing.meta({ description: "What the wallet has now; no line is compared with it" }),
    }).shape,
    ...list(line).omit({ object: true }).shape,
  })
  .meta({ id: "Statement" });
