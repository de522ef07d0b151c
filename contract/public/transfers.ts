import * as z from "zod";
import { email } from "../../core/identity/schema.ts";
import { line } from "../../core/kernel/text/schema.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import { WalletLimit } from "../../core/ledger/errors.ts";
import { InvalidSplit, TransferNotFound } from "../../core/transfers/errors.ts";
import { MAX_PARTS, PERCENT } from "../../core/transfers/schema.ts";
import { OTHER_SIDE, amount as requested } from "../common.ts";
import { defineFamily } from "../family.ts";
import { sendingErrors } from "../payments/errors.ts";
import { afterReset } from "../proof.ts";
import { amount, asset, object, shared, signedWriting } from "./schemas.ts";
import { wallet, walletId } from "./wallets/schemas.ts";

/** Transfers of the public API: PUBLIC.md, Resources. */

const route = defineFamily({ ...shared, id: "public.transfers", path: "/v1/transfers" });

const toWallet = z.string().nullable();

export const transfer = object("transfer", {
  direction: z.enum(["in", "out"]).describe("Whether the caller received or sent it"),
  from_wallet: z.string().nullable().describe("The sender's wallet; null for the recipient"),
  to_wallet: toWallet.describe(
    "The recipient's wallet; null for the sender of a transfer to an email address",
  ),
  counterparty: z.string().nullable().describe(OTHER_SIDE),
  amount: amount(),
  asset,
  status: z.literal("completed"),
  description: z.string().nullable(),
  hold: z.string().nullable().describe("The captured hold that it was paid from; only for its sender"),
  splits: z
    .array(
      z
        .object({
          to_wallet: toWallet.describe("Null if it was sent to an email address"),
          counterparty: z.string().nullable(),
          amount: amount(),
          asset,
        })
        .meta({ id: "TransferPart" }),
    )
    .nullable()
    .describe("The parts of a transfer to several recipients; only for its sender"),
});

const recipient = { to_wallet: z.string().max(100).optional(), to_email: email.optional() };
const common = {
  from_wallet: walletId.max(100),
  description: line.max(140).default("").describe("Shown to both sides in their history"),
};
/** Counts the values that are defined. */
const countOf = (...fields: readonly unknown[]): number => fields.filter((one) => one !== undefined).length;
const recipients = (one: { readonly to_wallet?: unknown; readonly to_email?: unknown }): number =>
  countOf(one.to_wallet, one.to_email);
const oneRecipient = rule(
  "must contain one recipient: to_wallet or to_email",
  "doit indiquer un seul destinataire : to_wallet ou to_email",
);
const lunch = {
  from_wallet: "wal_01kaf3v7m8q2w5x9y1z4b6c8d0_eur",
  to_email: "ben@example.com",
  amount: "12.5",
  description: "Lunch",
};

const newTransfer = z
  .strictObject({ ...common, ...recipient, amount: requested })
  .refine((body) => recipients(body) === 1, oneRecipient)
  .meta({ examples: [lunch] });

const part = z
  .strictObject({
    ...recipient,
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
      .meta({ description: "Of `amount`, rounded by largest remainder", examples: ["25"] }),
    rest: z.literal(true).optional().describe("The remainder after the other parts; for one part at most"),
  })
  .refine((body) => recipients(body) === 1, oneRecipient)
  .refine(
    ({ amount: fixed, percent, rest }) => countOf(fixed, percent, rest) === 1,
    rule("must have one of amount, percent and rest", "doit avoir soit amount, soit percent, soit rest"),
  )
  .meta({ id: "NewTransferPart" });

/** The request of `/v2`: to one recipient as in `/v1`, or to several. */
const newTransfers = z
  .strictObject({
    ...common,
    ...recipient,
    amount: requested
      .optional()
      .describe("Decimal string, in whole units: the total. May be omitted if all `splits` have amounts"),
    splits: z
      .array(part)
      .min(2)
      .max(MAX_PARTS)
      .optional()
      .describe("Instead of one recipient: the recipients and their parts"),
  })
  .refine(
    ({ splits, ...body }) => recipients(body) === (splits ? 0 : 1),
    rule(
      "must contain one recipient, to_wallet or to_email, or several in splits",
      "doit indiquer un seul destinataire, to_wallet ou to_email, ou plusieurs dans splits",
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
      "must leave the rest to at most one of splits",
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

export const create = route({
  ...signedWriting,
  id: "create",
  method: "POST",
  summary: "Send money to another user",
  description:
    "Sends money to a wallet of the same asset, or to a user's verified email address; a missing wallet is opened. The transfer completes " +
    "at once or fails. For any problem with the recipient the error is `RECIPIENT_UNKNOWN`; an account can try 30 addresses an hour. The " +
    "recipient's debt is repaid first. There is no fee. Live transfers count against the limits of the sender's level. In test mode it pays " +
    "test receivers (see the guide to test mode). The request must be signed.\n\n" +
    `In \`/v2\` a transfer can have 2 to ${MAX_PARTS} \`splits\`: each an amount, a percentage of the total, or the rest. Either all parts are paid ` +
    "or none, and they add up exactly: percentages are rounded by largest remainder. An error names the part in `details.index`. Parts of " +
    "one recipient are paid together." +
    afterReset,
  scope: "transfers:write",
  request: { body: newTransfers, stable: newTransfer },
  response: { status: 201, description: "The completed transfer", body: transfer },
  errors: [...sendingErrors, WalletLimit, InvalidSplit],
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve a transfer",
  description:
    "Returns a transfer that the caller sent or received. Of the other side it shows the name only.",
  scope: "wallets:read",
  request: { params: z.object({ id: z.string().meta({ examples: ["txn_01jd0000000000000000000000"] }) }) },
  response: { description: "The transfer", body: transfer },
  expands: {
    from_wallet: { scope: "wallets:read", body: wallet },
    to_wallet: { scope: "wallets:read", body: wallet },
  },
  errors: [TransferNotFound],
});
