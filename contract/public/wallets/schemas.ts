import * as z from "zod";
import { iban } from "../../../core/banking/beneficiaries/schema.ts";
import { chains } from "../../../core/banking/withdrawals/schema.ts";
import { kinds, statuses } from "../../../core/history/schema.ts";
import { line, named } from "../../../core/kernel/text/schema.ts";
import { amount as requested, timestamp } from "../../common.ts";
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
    description: "The id of what it was asked for as: of a withdrawal, a transfer, a payment, a hold",
  }),
  updated_at: timestamp,
  // Payments and the wallets of the web have schemas of the other names.
}).meta({ id: "PublicTransaction" });

/** Where a wallet is paid in from outside. */
export const depositAddress = object("deposit_address", {
  address: z.string().meta({
    description: "An IBAN, or an address of the network: the wallet's own, and always the same",
    examples: ["FR7699999000010A1B2C3D4E542"],
  }),
  network: z.string().meta({ examples: ["sepa"] }),
  memo: z.string().nullable().meta({ description: "What is to be sent with it; null: nothing" }),
});

/** Money on its way out of a wallet, or what became of it. */
export const withdrawal = object("withdrawal", {
  wallet: walletId,
  amount: amount("What arrives"),
  fee: amount("What the platform keeps of the wallet beside it, once it is paid"),
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
    beneficiary: z
      .string()
      .nullable()
      .meta({ description: "As which the app keeps the account, where the request named it" }),
    address: z.string().nullable(),
  }),
  status: z.enum(["pending", "completed", "failed"]).meta({
    description:
      "`failed`: the money is in the wallet again, fee included; so what was `completed` may still fail",
  }),
  failure_reason: z
    .string()
    .nullable()
    .meta({ examples: ["AC04: the account is closed"] }),
  description: z.string().nullable(),
})
  .extend({ id: z.string().meta({ examples: ["wdr_01jd3v8y2m9t4k6q0s5w7x1z3b"] }) })
  .meta({ id: "Withdrawal" });

const typed = <const T extends string>(type: T) =>
  z.literal(type).meta({ description: "Says which fields the destination has" });

export const newWithdrawal = z
  .strictObject({
    amount: requested.meta({ description: "What arrives; the fee is taken of the wallet beside it" }),
    destination: z.discriminatedUnion("type", [
      z.strictObject({
        type: typed("iban"),
        iban,
        name: named.min(1).max(70).meta({ description: "As the account's holder is called" }),
      }),
      z.strictObject({
        type: typed("beneficiary"),
        beneficiary: z
          .string()
          .max(100)
          .meta({ description: "The id of one that the owner's app keeps (`ben_…`); live keys alone" }),
      }),
      z.strictObject({
        type: typed("address"),
        network: z
          .enum(chains)
          .meta({ description: "The asset's: an address may be valid on another one too" }),
        address: z
          .string()
          .trim()
          .min(1)
          .max(100)
          .meta({
            description: "Checked down to its checksum",
            examples: ["0x52908400098527886E0F7030069857D2E4169EE7"],
          }),
      }),
    ]),
    description: line
      .max(140)
      .default("")
      .meta({ description: "The payee of a bank transfer reads it, and the history has it" }),
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
