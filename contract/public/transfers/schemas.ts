import * as z from "zod";
import { email } from "../../../core/identity/schema.ts";
import { line } from "../../../core/kernel/text/schema.ts";
import { rule } from "../../../core/kernel/texts/index.ts";
import { amount as requested } from "../../common.ts";
import { amount } from "../amount.ts";
import { asset, object } from "../schemas.ts";
import { walletId } from "../wallets/schemas.ts";

/** Transfers of the public API: PUBLIC.md, Resources. */

export const transferId = z.string().meta({ examples: ["txn_01jd0000000000000000000000"] });

export const transfer = object("transfer", {
  direction: z.enum(["in", "out"]).meta({ description: "Whether the caller received it or sent it" }),
  from_wallet: z.string().nullable().meta({ description: "The sender's; null to whoever receives" }),
  to_wallet: z
    .string()
    .nullable()
    .meta({ description: "The receiver's; to the sender null where it was sent to an address" }),
  counterparty: z
    .string()
    .nullable()
    .meta({ description: "Who is at the other end, by the name of that time" }),
  amount: amount(),
  asset,
  status: z.literal("completed"),
  description: z.string().nullable(),
});

export const newTransfer = z
  .strictObject({
    from_wallet: walletId.max(100),
    to_wallet: z.string().max(100).optional(),
    to_email: email.optional(),
    amount: requested,
    description: line.max(140).default("").meta({ description: "Both read it in their history" }),
  })
  .refine(
    ({ to_wallet, to_email }) => (to_wallet === undefined) !== (to_email === undefined),
    rule(
      "must name one receiver: to_wallet or to_email",
      "doit nommer un seul destinataire : to_wallet ou to_email",
    ),
  )
  .meta({
    examples: [
      {
        from_wallet: "wal_01kaf3v7m8q2w5x9y1z4b6c8d0_eur",
        to_email: "ben@example.com",
        amount: "12.5",
        description: "Lunch",
      },
    ],
  });
