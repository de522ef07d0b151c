import type { BankEvent, BankHandler } from "../inbound/bank.ts";
import * as Clock from "../kernel/clock/index.ts";
import { log } from "../platform/log.ts";
import * as Accounts from "./accounts.ts";
import * as Consents from "./consents.ts";
import * as Kyc from "./onboarding.ts";
import { owned } from "./owner.ts";
import { subject } from "./reading.ts";
import type { AccountStatus, ConsentStatus, Transfer } from "./schema.ts";
import { read, type Told } from "./told.ts";
import { merged } from "./transfer.ts";
import * as Transfers from "./transfers.ts";
import { wake } from "./waiting.ts";

/** What is done for the bank's events on accounts, transfers and consents (spec 3, section 6.2). */

const account =
  (status: AccountStatus): BankHandler =>
  async (event) => {
    const after = await Accounts.follow(event, status);
    if (after.userId === undefined) return `${after.status}, nobody's`;
    const woken = await wake(after.accountId, carryOut);
    return woken === 0 ? after.status : `${after.status}, carried out ${woken} that waited`;
  };

const consent = (status: ConsentStatus): BankHandler =>
  owned(async (event, userId) => (await Consents.follow(event, status, userId)).status);

const transfer = (state: Told["state"]): BankHandler =>
  owned(async (event, userId) => {
    const told = read(event.data, state);
    const { accountId } = subject.parse(event.data);
    const { transactionId, problem } = told;
    if (problem !== undefined)
      log.error("the amount of a bank transfer cannot be booked", { transactionId, state, problem });
    const after = await Transfers.change(transactionId, "bank", (before) =>
      merged(before, told, { userId, accountId }, Clock.nowIso()),
    );
    if (after?.flagged !== undefined)
      log.warn("a bank transfer is to be looked at", { transactionId, flagged: after.flagged });
    return outcomeOf(after, problem);
  });

const outcomeOf = (after: Transfer | undefined, problem: string | undefined): string => {
  const holder = after?.booking && !after.reversal ? `, booked to ${after.booking.holder}` : "";
  return `${after?.state}${holder}${after?.reversal ? ", returned" : ""}${problem === undefined ? "" : `: ${problem}`}`;
};

const own: Readonly<Record<string, BankHandler>> = {
  "transaction.pending": transfer("pending"),
  "transaction.booked": transfer("booked"),
  "transaction.rejected": transfer("rejected"),
  "consent.granted": consent("granted"),
  "consent.refused": consent("refused"),
  "consent.expired": consent("expired"),
};

/** Those that may wait for an account's owner. */
const waiting: Readonly<Record<string, BankHandler>> = { ...Kyc.handlers, ...own };

const carryOut = async (event: BankEvent): Promise<unknown> => waiting[event.type.toLowerCase()]?.(event);

export const handlers: Readonly<Record<string, BankHandler>> = {
  ...own,
  "account.opened": account("opened"),
  "account.suspended": account("suspended"),
  "account.closed": account("closed"),
};
