import * as z from "zod";
import { iban } from "../../../core/banking/beneficiaries/schema.ts";
import { chains } from "../../../core/banking/withdrawals/schema.ts";
import { kinds, statuses } from "../../../core/history/schema.ts";
import { line, named, trimmed } from "../../../core/kernel/text/schema.ts";
import { OTHER_SIDE, amount as requested, timestamp } from "../../common.ts";
import { amount, asset, object } from "../schemas.ts";

/** The objects of wallets of the public API: PUBLIC.md, Resources. */

export const walletId = z.string().meta({ examples: ["wal_01jd0000000000000000000000_eur"] });

export const wallet = object("wallet", {
  asset,
  label: z.string().nullable(),
  balance: amount("Available and locked"),
  available_balance: amount("Can be sent, swapped, staked or withdrawn"),
  locked_balance: amount("Staked, farmed, or held for a withdrawal or a card payment"),
  value: z
    .object({ usd: z.string(), eur: z.string() })
    .describe("Current worth of the balance, rounded down to cents; `0` without a known price"),
});

export const transactionType = z.enum(kinds);

/** A completed or pending movement of a wallet. */
export const transaction = object("transaction", {
  wallet: z.string().nullable(),
  asset,
  type: transactionType,
  direction: z.enum(["in", "out"]),
  amount: amount("Gained or lost by the wallet; held, while it is pending"),
  fee: amount("The platform's fee"),
  status: z.enum(statuses),
  description: z.string().nullable().describe("Written by a user; null if the type says everything"),
  counterparty: z.string().nullable().describe(OTHER_SIDE),
  balance: amount("Available balance after it; null if it is not booked").nullable(),
  source: z.string().nullable().describe("The id of the withdrawal, transfer, payment or hold behind it"),
  updated_at: timestamp,
  // The payments routes and the wallets of the web use the other names.
}).meta({ id: "PublicTransaction" });

export const depositAddress = object("deposit_address", {
  address: z.string().meta({
    description: "An IBAN, or an address of the network. It belongs to the wallet and never changes",
    examples: ["FR7699999000010A1B2C3D4E542"],
  }),
  network: z.string().meta({ examples: ["sepa"] }),
  memo: z.string().nullable().describe("To be sent with the deposit; null if none is needed"),
});

export const withdrawal = object("withdrawal", {
  wallet: walletId,
  amount: amount("Amount that arrives"),
  fee: amount("The platform's fee, charged in addition once it is paid"),
  asset,
  destination: z.object({
    type: z.enum(["iban", "address"]),
    network: z.string().meta({ examples: ["sepa"] }),
    iban: z
      .string()
      .nullable()
      .meta({ examples: ["DE89370400440532013000"] }),
    name: z
      .string()
      .nullable()
      .meta({ description: "The account's holder", examples: ["Ada Lovelace"] }),
    beneficiary: z.string().nullable().describe("The beneficiary's id, if the request named one"),
    address: z.string().nullable(),
  }),
  status: z
    .enum(["pending", "completed", "failed"])
    .describe(
      "`failed`: the money is in the wallet again, fee included. A `completed` withdrawal can still fail",
    ),
  failure_reason: z
    .string()
    .nullable()
    .meta({ examples: ["AC04: the account is closed"] }),
  description: z.string().nullable(),
})
  .extend({ id: z.string().meta({ examples: ["wdr_01jd3v8y2m9t4k6q0s5w7x1z3b"] }) })
  .meta({ id: "Withdrawal" });

const typed = <const T extends string>(type: T) =>
  z.literal(type).describe("Decides which fields the destination has");

export const newWithdrawal = z
  .strictObject({
    amount: requested.describe("Amount that arrives; the fee is charged in addition"),
    destination: z.discriminatedUnion("type", [
      z.strictObject({
        type: typed("iban"),
        iban,
        name: named.min(1).max(70).describe("The account's holder"),
      }),
      z.strictObject({
        type: typed("beneficiary"),
        beneficiary: z
          .string()
          .max(100)
          .describe("The id of a beneficiary stored by the owner's app (`ben_…`); live keys only"),
      }),
      z.strictObject({
        type: typed("address"),
        network: z.enum(chains).describe("The asset's network: an address may be valid on another one too"),
        address: trimmed(100).meta({
          description: "Validated including its checksum",
          examples: ["0x52908400098527886E0F7030069857D2E4169EE7"],
        }),
      }),
    ]),
    description: line
      .max(140)
      .default("")
      .describe("Shown in the history, and to the payee of a bank transfer"),
  })
  .meta({
    examples: [
      {
        amount: "50",
        destination: { type: "iban", iban: "DE89370400440532013000", name: "Ada Lovelace" },
        description: "Rent",
      },
    ],
  });
