import * as z from "zod";
import { BeneficiaryLimit, BeneficiaryNotFound } from "../../../core/banking/beneficiaries/errors.ts";
import { beneficiaryData, beneficiaryId, iban } from "../../../core/banking/beneficiaries/schema.ts";
import {
  ScheduledPaymentEnded,
  ScheduledPaymentLimit,
  ScheduledPaymentNotFound,
} from "../../../core/banking/scheduled/errors.ts";
import { frequencies } from "../../../core/banking/scheduled/schema.ts";
import { WithdrawalsUnavailable } from "../../../core/banking/withdrawals/errors.ts";
import { email } from "../../../core/identity/schema.ts";
import { InvalidAmount } from "../../../core/kernel/money/index.ts";
import { line } from "../../../core/kernel/text/schema.ts";
import { rule } from "../../../core/kernel/texts/index.ts";
import { SameAccount } from "../../../core/ledger/errors.ts";
import { CurrencyMismatch, RecipientUnknown } from "../../../core/transfers/errors.ts";
import { WalletNotFound } from "../../../core/wallets/errors.ts";
import { idOf, ledgerWrite, nextCursor, pagedBy } from "../../common.ts";
import { defineFamily } from "../../family.ts";
import { afterReset } from "../../proof.ts";
import { accountId, amount, currency, oneOf, scheduledPayment, shared } from "../schemas.ts";

/** Payments on one or more dates: MOBILE.md, section Payments. */

const route = defineFamily({
  ...shared,
  id: "mobile.payments.scheduled",
  path: "/api/v1/mobile/payments/scheduled",
});

const scheduledId = idOf("scheduled");

const date = z.iso
  .date(
    rule(
      "must be a date such as 2099-01-31 (YYYY-MM-DD)",
      "doit être une date comme 2099-01-31 (AAAA-MM-JJ)",
    ),
  )
  .meta({ description: "In the caller's time zone", examples: ["2099-01-31"] });

export const create = route({
  ...ledgerWrite,
  id: "create",
  method: "POST",
  summary: "Schedule a payment to another user or to a bank account",
  description:
    "Name one recipient: an account's id or a user's email address, as for a transfer; in euros an `iban` with its holder's " +
    "`beneficiaryName`, as for a withdrawal: it is stored as a beneficiary, and each date orders a credit transfer at the fee of that day; or " +
    "`toBeneficiaryId`, a stored payee of either kind. A later change of the payee, or its deletion, changes nothing. An " +
    "email address is resolved when the payment is scheduled, or at the first payment if the account does not hold the amount yet; " +
    "`RECIPIENT_UNKNOWN` is returned then, or ends the payment.\n\n" +
    "Each date is paid once, from 6:00 in the caller's time zone at the time of scheduling (`timezone`), or immediately if 6:00 of the first day " +
    "has passed. Dates are counted from the first: after January 31 comes the last day of February, then March 31. `endDate` is inclusive. Missed " +
    "dates are all paid, once each, as soon as possible.\n\n" +
    "If the balance is too low, the account owes money or a limit is reached, the payment is retried on the next two days while later dates wait; " +
    "the caller is notified each time. After the third failure it is `failed`, with all later dates; immediately if the recipient no longer " +
    "exists. A block or hand-over of the caller's account ends it." +
    afterReset +
    " Payments that were scheduled before continue.",
  idempotent: true,
  proof: { when: "the request is otherwise valid, because the payments are made without the sender" },
  request: {
    body: z
      .strictObject({
        accountId: accountId.describe("The account that pays, as in the list of accounts"),
        toAccountId: accountId.optional(),
        toEmail: email.optional(),
        toBeneficiaryId: beneficiaryId.optional().describe("A stored payee: a person or a bank account"),
        iban: iban.optional(),
        beneficiaryName: beneficiaryData.shape.name.optional(),
        amount,
        currency,
        frequency: z.enum(frequencies),
        startDate: date,
        endDate: date.optional(),
        description: line.max(140).default("").describe("Shown to both sides in their history"),
      })
      .refine(
        ({ toAccountId, toEmail, toBeneficiaryId, iban: account, beneficiaryName: name }) =>
          oneOf([toAccountId, toEmail, toBeneficiaryId, account]) &&
          (account === undefined) === (name === undefined),
        rule(
          "must contain one recipient: toAccountId, toEmail, toBeneficiaryId, or iban and beneficiaryName",
          "doit indiquer un seul destinataire : toAccountId, toEmail, toBeneficiaryId, ou iban et beneficiaryName",
        ),
      )
      .meta({
        examples: [
          {
            accountId: "wal_01kaf3v7m8q2w5x9y1z4b6c8d0_eur",
            toEmail: "ben@example.com",
            amount: 12.5,
            currency: "EUR",
            frequency: "monthly",
            startDate: "2099-01-31",
            description: "Rent",
          },
        ],
      }),
  },
  response: { status: 201, description: "Scheduled", body: scheduledPayment },
  errors: [
    WalletNotFound,
    CurrencyMismatch,
    InvalidAmount,
    RecipientUnknown,
    SameAccount,
    ScheduledPaymentLimit,
    WithdrawalsUnavailable,
    BeneficiaryLimit,
    BeneficiaryNotFound,
  ],
});

export const list = route({
  id: "list",
  method: "GET",
  summary: "List the caller's scheduled payments, newest first",
  description: "Includes ended ones.",
  request: { query: z.strictObject(pagedBy(scheduledId)) },
  response: {
    description: "A page",
    body: z.object({ scheduledPayments: z.array(scheduledPayment), nextCursor }),
  },
});

export const cancel = route({
  id: "cancel",
  method: "DELETE",
  path: "/{id}",
  summary: "Cancel the remaining dates of a scheduled payment",
  description: "Completed payments are not affected. Canceling again returns the same.",
  request: { params: z.object({ id: scheduledId }) },
  response: { description: "Canceled", body: scheduledPayment },
  errors: [ScheduledPaymentNotFound, ScheduledPaymentEnded],
  grants: { table: "write" },
});
