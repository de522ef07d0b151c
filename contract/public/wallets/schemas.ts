import * as z from "zod";
import { kinds, statuses } from "../../../core/history/schema.ts";
import { timestamp } from "../../common.ts";
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

export const transactionType = z.enum(kinds);

/** What moved in a wallet, or is about to. */
export const transaction = object("transaction", {
  wallet: z.string().nullable(),
  asset,
  type: transactionType,
  direction: z.enum(["in", "out"]),
  amount: amount("What the wallet gained or lost, or what is held of it while that is pending"),
  fee: amount("What of it the platform kept"),
  status: z.enum(statuses),
  description: z
    .string()
    .nullable()
    .meta({ description: "What somebody wrote; null where the type says it all" }),
  counterparty: z
    .string()
    .nullable()
    .meta({ description: "Who is at the other end, by the name of that time" }),
  balance: amount("What the wallet had available after it; null of what it has not booked").nullable(),
  source: z.string().nullable().meta({
    description: "The id of what it was asked for as: of a withdrawal, a transfer, a payment",
  }),
  updated_at: timestamp,
  // Payments and the wallets of the web have schemas of the other names.
}).meta({ id: "PublicTransaction" });

/** Where a wallet is paid in from outside. */
export const depositAddress = z
  .object({
    address: z.string().meta({
      description: "An IBAN, or an address of the network: the wallet's own, and always the same",
      examples: ["FR7699999000010A1B2C3D4E542"],
    }),
    network: z.string().meta({ examples: ["sepa"] }),
    memo: z.string().nullable().meta({ description: "What is to be sent with it; null: nothing" }),
  })
  .meta({ id: "DepositAddress" });
