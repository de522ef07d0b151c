import * as z from "zod";
import { BeneficiaryLimit, BeneficiaryNotFound } from "../../core/banking/beneficiaries/errors.ts";
import {
  beneficiary,
  beneficiaryData,
  beneficiaryId,
  beneficiaryName,
} from "../../core/banking/beneficiaries/schema.ts";
import { VersionConflict } from "../../core/identity/errors.ts";
import { email, phone } from "../../core/identity/schema.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import { SameAccount } from "../../core/ledger/errors.ts";
import { RecipientUnknown } from "../../core/transfers/errors.ts";
import { nextCursor, pagedBy } from "../common.ts";
import { defineFamily } from "../family.ts";
import { accountId, expectedVersion, oneOf, shared } from "./schemas.ts";

/** The caller's payees: the beneficiaries that devices synchronize and withdrawals store. */

const route = defineFamily({
  ...shared,
  id: "mobile.payees",
  path: "/api/v1/mobile/payees",
  grants: { table: "write" },
});

const params = z.object({ id: beneficiaryId });

export const list = route({
  id: "list",
  method: "GET",
  summary: "List the caller's payees, newest first",
  request: { query: z.strictObject(pagedBy(beneficiaryId)) },
  response: { description: "A page", body: z.object({ payees: z.array(beneficiary), nextCursor }) },
  grants: { table: "read" },
});

const newPayee = beneficiaryName
  .extend({
    iban: beneficiaryData.shape.iban.optional(),
    accountId: accountId.optional().describe("An account of another user, of any currency"),
    email: email.optional(),
    phone: phone.optional(),
  })
  .refine(
    ({ iban, accountId: account, email: address, phone: number }) => oneOf([iban, account, address, number]),
    rule(
      "must contain one payee: iban, accountId, email or phone",
      "doit indiquer un seul bénéficiaire : iban, accountId, email ou phone",
    ),
  )
  .meta({ examples: [{ name: "Ada Lovelace", iban: "FR7630006000011234567890189" }] });

export const add = route({
  id: "add",
  method: "POST",
  summary: "Add a payee: a bank account or another user",
  description:
    "A bank account, by `iban` and its holder's name, is paid by `POST /api/v1/mobile/wallet/withdraw` with `beneficiaryId`. Another user, by an account's id, a verified email " +
    "address or phone number, is paid by `POST /api/v1/mobile/wallet/transfer` with `toBeneficiaryId`. Scheduled payments take both as `toBeneficiaryId`. A user is stored as an account: a later change of the " +
    "address changes nothing, and the payee has the name that the caller gives. For any problem with the user the error is `RECIPIENT_UNKNOWN`; the addresses " +
    "and numbers that an account tries here and in transfers count together, 30 an hour.",
  idempotent: true,
  proof: "always",
  request: { body: newPayee },
  response: { status: 201, description: "The payee", body: beneficiary },
  errors: [BeneficiaryLimit, RecipientUnknown, SameAccount],
});

export const rename = route({
  id: "rename",
  method: "PATCH",
  path: "/{id}",
  summary: "Rename a payee",
  description:
    "Scheduled payments and withdrawals that exist keep the former name. Another IBAN is another payee: add it.",
  request: { params, body: beneficiaryName.extend({ version: expectedVersion }) },
  response: { description: "The payee", body: beneficiary },
  errors: [BeneficiaryNotFound, VersionConflict],
});

export const remove = route({
  id: "remove",
  method: "DELETE",
  path: "/{id}",
  summary: "Delete a payee",
  description: "Scheduled payments to it continue: cancel them separately.",
  request: { params },
  response: { status: 204, description: "Deleted" },
  errors: [BeneficiaryNotFound],
});
