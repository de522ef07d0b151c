import * as Flags from "../flags/index.ts";
import { isGone } from "../identity/user.ts";
import * as Users from "../identity/users.ts";
import type { BankEvent, BankHandler } from "../inbound/bank.ts";
import * as Clock from "../kernel/clock/index.ts";
import { log } from "../platform/log.ts";
import * as Accounts from "./accounts.ts";
import { read, subject, type TransferEvent } from "./event-data.ts";
import * as Transfers from "./index.ts";
import * as Onboarding from "./onboarding.ts";
import type { AccountStatus, ConsentStatus, Transfer } from "./schema.ts";
import { merged } from "./transfer-state.ts";
import { assign, owned } from "./unassigned.ts";

/** Handlers of the bank's events on accounts, transfers and consents (spec 3, section 6.2). */

const account =
  (status: AccountStatus): BankHandler =>
  async (event) => {
    const after = await Accounts.followAccount(event, status);
    if (after.userId === undefined) return `${after.status}, nobody's`;
    const count = await assign(after.accountId, carryOut);
    return count === 0 ? after.status : `${after.status}, ${count} events assigned to its owner`;
  };

const consent = (status: ConsentStatus): BankHandler =>
  owned(async (event, userId) => (await Accounts.followConsent(event, status, userId)).status);

const transfer = (state: TransferEvent["state"]): BankHandler =>
  owned(async (event, userId, erasedId) => {
    const facts = read(event.data, state);
    const { accountId } = subject.parse(event.data);
    const { transactionId, problem } = facts;
    if (problem !== undefined)
      log.error("bank transfer: the amount cannot be booked, a staff member must look", {
        transactionId,
        state,
        problem,
      });
    const after = await Transfers.change(transactionId, "bank", async (before) => {
      const isErased = await isOfErased(before?.userId ?? erasedId, userId);
      return merged(before, facts, { userId: userId ?? erasedId, isErased, accountId }, Clock.nowIso());
    });
    const flag = { kind: "bank_transfer", id: transactionId } as const;
    if (after?.flagged === undefined) await Flags.lower(flag);
    else {
      log.warn("bank transfer: flagged for a staff member", { transactionId, flagged: after.flagged });
      await Flags.raise(flag, { why: after.flagged, userId: after.userId });
    }
    return outcomeOf(after, problem);
  });

/** @param alive a user who was just found not to be erased */
async function isOfErased(userId: string | undefined, alive: string | undefined): Promise<boolean> {
  const owner = userId === undefined || userId === alive ? undefined : await Users.fromId(userId);
  return owner !== undefined && isGone(owner);
}

function outcomeOf(after: Transfer | undefined, problem: string | undefined): string {
  const isHeld = after?.booking && !after.reversal && !after.erased;
  const holder = isHeld ? `, booked to ${after.booking?.holder}` : "";
  const returned = after?.reversal ? ", returned" : "";
  return `${after?.state}${holder}${returned}${problem === undefined ? "" : `: ${problem}`}`;
}

const ownedHandlers: Readonly<Record<string, BankHandler>> = {
  "transaction.pending": transfer("pending"),
  "transaction.booked": transfer("booked"),
  "transaction.rejected": transfer("rejected"),
  "consent.granted": consent("granted"),
  "consent.refused": consent("refused"),
  "consent.expired": consent("expired"),
};

const carryOut = async (event: BankEvent): Promise<unknown> =>
  ({ ...Onboarding.handlers, ...ownedHandlers })[event.type.toLowerCase()]?.(event);

export const handlers: Readonly<Record<string, BankHandler>> = {
  ...ownedHandlers,
  "account.opened": account("opened"),
  "account.suspended": account("suspended"),
  "account.closed": account("closed"),
};
