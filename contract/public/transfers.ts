import * as z from "zod";
import { WalletLimit } from "../../core/ledger/errors.ts";
import { InvalidSplit, TransferNotFound } from "../../core/transfers/errors.ts";
import { MAX_PARTS } from "../../core/transfers/schema.ts";
import { CONTENDED_SECONDS } from "../common.ts";
import { defineFamily } from "../family.ts";
import { sendingErrors } from "../payments/sending.ts";
import { shared } from "./schemas.ts";
import { newTransfer, newTransfers, transfer, transferId } from "./transfers/schemas.ts";
import { wallet } from "./wallets/schemas.ts";

/** Transfers of the public API: PUBLIC.md, Resources. */

const route = defineFamily({ ...shared, id: "public.transfers", path: "/v1/transfers" });

export const create = route({
  id: "create",
  method: "POST",
  summary: "Send money to another user",
  description:
    "To a wallet of the same asset, or to the e-mail address of a user whose wallet is opened where it is missing. It is done at once, or not at " +
    "all. An address counts once its owner has proven it; whatever else is the matter with a receiver, the answer is `RECIPIENT_UNKNOWN`, and an " +
    "account tries at most 30 addresses an hour. What the receiver owes is paid first. There is no fee. Of the live ledger it counts against the " +
    "limits of the sender's level. In test mode it goes to the test receivers (see the guide to test mode). The request is signed.\n\n" +
    `In \`/v2\` it may go to several: 2 to ${MAX_PARTS} \`splits\`, each an amount, a percentage of the whole, or the rest. All are paid or nobody is, ` +
    "exactly: percentages are rounded by largest remainder. A refusal says by `details.index` which part it is of. Whoever is named twice gets both in one.",
  scope: "transfers:write",
  orSession: false,
  signed: true,
  idempotent: true,
  request: { body: newTransfers, stable: newTransfer },
  responses: { 201: { description: "Sent", body: transfer } },
  errors: [...sendingErrors, WalletLimit, InvalidSplit],
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve a transfer",
  description: "One that the caller sent or received. Of the other side it shows no more than a name.",
  scope: "wallets:read",
  request: { params: z.object({ id: transferId }) },
  responses: { 200: { description: "The transfer", body: transfer } },
  expands: {
    from_wallet: { scope: "wallets:read", body: wallet },
    to_wallet: { scope: "wallets:read", body: wallet },
  },
  errors: [TransferNotFound],
  grants: { table: "read" },
});
