import * as z from "zod";
import { BeneficiaryLimit } from "../../../core/banking/beneficiaries/errors.ts";
import { beneficiaryData, iban } from "../../../core/banking/beneficiaries/schema.ts";
import {
  ScheduledPaymentEnded,
  ScheduledPaymentLimit,
  ScheduledPaymentNotFound,
} from "../../../core/banking/scheduled/errors.ts";
import { frequencies } from "../../../core/banking/scheduled/schema.ts";
import { WithdrawalsUnavailable } from "../../../core/banking/withdrawals/errors.ts";
import { email } from "../../../core/identity/schema.ts";
import { pattern } from "../../../core/kernel/ids/schema.ts";
import { InvalidAmount } from "../../../core/kernel/money/index.ts";
import { line } from "../../../core/kernel/text/schema.ts";
import { rule } from "../../../core/kernel/texts/index.ts";
import { SameAccount } from "../../../core/ledger/errors.ts";
import { CurrencyMismatch, RecipientUnknown } from "../../../core/transfers/errors.ts";
import { WalletNotFound } from "../../../core/wallets/errors.ts";
import { CONTENDED_SECONDS, nextCursor, pageLimit } from "../../common.ts";
import { defineFamily } from "../../family.ts";
import * as limits from "../../limits.ts";
import { mobileAmount, scheduledPayment } from "../schemas.ts";
import { accountId } from "../wallet/schemas.ts";

/** Payments on a date, or on one date after the other: MOBILE.md, section Payments. */

const route = defineFamily({
  id: "mobile.payments.scheduled",
  path: "/api/v1/mobile/payments/scheduled",
  family: "mobile",
  auth: "mobile",
  limit: limits.mobile,
});

const scheduledId = z
  .string()
  .regex(
    pattern("scheduled"),
    rule(
      "must be the id of a scheduled payment, sch_…",
      "doit être l'identifiant d'un paiement programmé, sch_…",
    ),
  );

const date = z.iso
  .date(rule("must be a date as 2099-01-31 (YYYY-MM-DD)", "doit être une date comme 2099-01-31 (AAAA-MM-JJ)"))
  .meta({ description: "In the caller's time zone", examples: ["2099-01-31"] });

export const create = route({
  id: "create",
  method: "POST",
  summary: "Schedule a payment to another user or to a bank account",
  description:
    "To an account's id or to the e-mail address of a user: one of them, as for a transfer; or in euros to an `iban` with its holder's `beneficiaryName`, as for a withdrawal: a new one is kept " +
    "as a beneficiary, and each date orders a credit transfer, whose fee is that of its day. Whom an address stands for is settled when the payment is " +
    "scheduled or, where the account has less than the amount by then, when it is first made: `RECIPIENT_UNKNOWN` comes at once, or ends it then. " +
    "Each date is paid once, from 6 in the morning of the time zone that the caller has when it is scheduled (`timezone`), or at once where today's 6 is over. " +
    "Each date is counted from the first: after January 31 comes the last day of February, then March 31. `endDate` is included. Dates that passed while " +
    "nothing could run are all paid, once each, as soon as it can. Where there is too little money, or the account owes some, or a limit of its level is reached, " +
    "it is tried again on the next two days, and dates after it wait; the caller is told each time, and after the third it is `failed`, with all later dates. " +
    "A receiver that is there no more is `failed` at once. A block or a hand-over of the caller's account ends it.",
  idempotent: true,
  stepUp: { when: "the amount is above 100 EUR, or the IBAN new" },
  request: {
    body: z
      .strictObject({
        accountId: accountId.meta({ description: "The account that pays, as the list of accounts has it" }),
        toAccountId: accountId.optional(),
        toEmail: email.optional(),
        iban: iban.optional(),
        beneficiaryName: beneficiaryData.shape.name.optional(),
        amount: mobileAmount.meta({ description: "In whole units of the currency", examples: [12.5] }),
        currency: z
          .string()
          .max(10)
          .meta({ examples: ["EUR"] }),
        frequency: z.enum(frequencies),
        startDate: date,
        endDate: date.optional(),
        description: line.max(140).default("").meta({ description: "Both read it in their history" }),
      })
      .refine(
        ({ toAccountId, toEmail, iban: account, beneficiaryName: name }) =>
          [toAccountId, toEmail, account].filter((to) => to !== undefined).length === 1 &&
          (account === undefined) === (name === undefined),
        rule(
          "must name one receiver: toAccountId, toEmail, or iban and beneficiaryName",
          "doit nommer un seul destinataire : toAccountId, toEmail, ou iban et beneficiaryName",
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
  responses: { 201: { description: "Scheduled", body: scheduledPayment } },
  errors: [
    WalletNotFound,
    CurrencyMismatch,
    InvalidAmount,
    RecipientUnknown,
    SameAccount,
    ScheduledPaymentLimit,
    WithdrawalsUnavailable,
    BeneficiaryLimit,
  ],
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
});

export const list = route({
  id: "list",
  method: "GET",
  summary: "The caller's scheduled payments, newest first",
  description: "Those that have ended too.",
  request: {
    query: z.strictObject({
      limit: pageLimit,
      cursor: scheduledId.optional().meta({ description: "`nextCursor` of the page before" }),
    }),
  },
  responses: {
    200: {
      description: "A page",
      body: z.object({
        scheduledPayments: z.array(scheduledPayment),
        nextCursor,
      }),
    },
  },
  grants: { table: "read" },
});

export const cancel = route({
  id: "cancel",
  method: "DELETE",
  path: "/{id}",
  summary: "Cancel what of a scheduled payment has not run",
  description: "What has run stays. Once more answers the same.",
  request: { params: z.object({ id: scheduledId }) },
  responses: { 200: { description: "Canceled", body: scheduledPayment } },
  errors: [ScheduledPaymentNotFound, ScheduledPaymentEnded],
  grants: { table: "write" },
});
