import * as z from "zod";
import { amount } from "../amount.ts";
import { asset, object } from "../schemas.ts";

/** The wallets of the public API: PUBLIC.md, Resources. */

export const walletId = z.string().meta({ examples: ["wal_01jd0000000000000000000000_eur"] });

export const wallet = object("wallet", {
  asset,
  label: z.string().nullable(),
  balance: amount("What is available and what is locked"),
  available_balance: amount("What can be sent, swapped, staked or withdrawn"),
  locked_balance: amount("Staked, farmed, or held for a withdrawal or a card's payment"),
  value: z
    .object({ usd: z.string(), eur: z.string() })
    .meta({ description: "What the balance is worth now, rounded down to cents; `0` without a known price" }),
});
