import * as z from "zod";
import { email } from "../../../core/identity/schema.ts";
import { line } from "../../../core/kernel/text/schema.ts";
import { rule } from "../../../core/kernel/texts/index.ts";
import { MAX_PARTS, PERCENT } from "../../../core/transfers/schema.ts";
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
  hold: z.string().nullable().meta({
    description: "The hold that it was paid out of, by a capture: to its sender alone; else null",
  }),
  splits: z
    .array(
      z
        .object({
          to_wallet: z.string().nullable().meta({ description: "Null where it was sent to an address" }),
          counterparty: z.string().nullable(),
          amount: amount(),
          asset,
        })
        .meta({ id: "TransferPart" }),
    )
    .nullable()
    .meta({ description: "Of a transfer to several, who got what: to its sender alone; else null" }),
});

const receiver = { to_wallet: z.string().max(100).optional(), to_email: email.optional() };
const sent = {
  from_wallet: walletId.max(100),
  description: line.max(140).default("").meta({ description: "Both read it in their history" }),
};
/** How many of several fields are there. */
const given = (...fields: readonly unknown[]): number => fields.filter((one) => one !== undefined).length;
const names = (one: { readonly to_wallet?: unknown; readonly to_email?: unknown }): number =>
  given(one.to_wallet, one.to_email);
const oneReceiver = rule(
  "must name one receiver: to_wallet or to_email",
  "doit nommer un seul destinataire : to_wallet ou to_email",
);
const lunch = {
  from_wallet: "wal_01kaf3v7m8q2w5x9y1z4b6c8d0_eur",
  to_email: "ben@example.com",
  amount: "12.5",
  description: "Lunch",
};

export const newTransfer = z
  .strictObject({ ...sent, ...receiver, amount: requested })
  .refine((body) => names(body) === 1, oneReceiver)
  .meta({ examples: [lunch] });

const part = z
  .strictObject({
    ...receiver,
    amount: requested.optional(),
    percent: z
      .string()
      .regex(
        PERCENT,
        rule(
          "must be a percentage with at most 4 decimals, such as 33.3333",
          "doit être un pourcentage d'au plus 4 décimales, comme 33.3333",
        ),
      )
      .optional()
      .meta({ description: "Of `amount`; rounded by largest remainder", examples: ["25"] }),
    rest: z.literal(true).optional().meta({ description: "What the other parts leave; of one part at most" }),
  })
  .refine((body) => names(body) === 1, oneReceiver)
  .refine(
    ({ amount: fixed, percent, rest }) => given(fixed, percent, rest) === 1,
    rule("must have one of amount, percent and rest", "doit avoir soit amount, soit percent, soit rest"),
  )
  .meta({ id: "NewTransferPart" });

/** What `/v2` takes: to one receiver as `/v1`, or to several. */
export const newTransfers = z
  .strictObject({
    ...sent,
    ...receiver,
    amount: requested.optional().meta({
      description:
        "Decimal string, in whole units: all of it. With `splits` that say their amounts it may be left out",
    }),
    splits: z
      .array(part)
      .min(2)
      .max(MAX_PARTS)
      .optional()
      .meta({ description: "In place of a receiver: to whom it goes, and how much of it" }),
  })
  .refine(
    ({ splits, ...body }) => names(body) === (splits ? 0 : 1),
    rule(
      "must name one receiver, to_wallet or to_email, or several in splits",
      "doit nommer un seul destinataire, to_wallet ou to_email, ou plusieurs dans splits",
    ),
  )
  .refine(
    ({ splits, amount: whole }) => whole !== undefined || splits?.every((one) => one.amount !== undefined),
    rule(
      "must have an amount, unless each of splits has its own",
      "doit avoir un montant, sauf si chaque élément de splits a le sien",
    ),
  )
  .refine(
    ({ splits = [] }) => splits.filter(({ rest }) => rest).length < 2,
    rule(
      "must leave the rest to one of splits at most",
      "ne peut laisser le reste qu'à un seul élément de splits",
    ),
  )
  .meta({
    examples: [
      lunch,
      {
        from_wallet: lunch.from_wallet,
        amount: "100",
        description: "Band",
        splits: [
          { to_email: "ben@example.com", amount: "20" },
          { to_email: "cleo@example.com", percent: "33.3333" },
          { to_email: "dana@example.com", rest: true },
        ],
      },
    ],
  });
