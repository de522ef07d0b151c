import type * as z from "zod";
import type * as Contract from "../../contract/mobile/schemas.ts";
import type { ScheduledPayment } from "../../core/banking/scheduled/schema.ts";
import * as Assets from "../../core/kernel/assets/index.ts";

/** A scheduled payment as the app shows it. */
export const shown = (one: ScheduledPayment): z.input<typeof Contract.scheduledPayment> => ({
  id: one.scheduledId,
  status: one.status,
  accountId: one.accountId,
  toAccountId: one.toAccountId ?? null,
  toEmail: one.toEmail ?? null,
  iban: one.payee?.iban ?? null,
  beneficiaryName: one.payee?.name ?? null,
  amount: Assets.toNumber(one.amount, one.asset),
  currency: one.asset,
  description: one.description,
  frequency: one.frequency,
  startDate: one.startDate,
  endDate: one.endDate ?? null,
  timezone: one.timeZone,
  nextRunAt: one.nextRunAt ?? null,
  runs: one.paid,
  failedTries: one.tries,
  failure: one.failure ?? null,
  lastRunAt: one.lastRunAt ?? null,
  lastTransactionId: one.lastTransactionId ?? null,
  version: one.version,
  createdAt: one.createdAt,
  updatedAt: one.updatedAt,
});
