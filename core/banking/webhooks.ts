import * as Flags from "../flags/index.ts";
import { isClosed } from "../identity/user.ts";
import * as Users from "../identity/users.ts";
import type { BankEvent, BankHandler } from "../inbound/bank.ts";
import * as Clock from "../kernel/clock/index.ts";
import { log } from "../platform/log.ts";
import * as Accounts from "./accounts.ts";
import { parseTransfer, subject, type TransferEvent } from "./event-data.ts";
import * as Transfers from "./index.ts";
import * as Onboarding from "./onboarding.ts";
import type { AccountStatus, ConsentStatus, Transfer } from "./schema.ts";
import { applyEvent } from "./transfer-state.ts";
import { assignStored, forOwner } from "./unassigned.ts";

/** Handlers of the bank's events on accounts, transfers and consents (spec 3, section 6.2). */

const account =
  (status: AccountStatus): BankHandler =>
  async (event) => {
    const after = await Accounts.applyAccountEvent(event, status);
    if (after.userId === undefined) return `${after.status}, owner unknown`;
    const count = await assignStored(after.accountId, handleStored);
    return count === 0 ? after.status : `${after.status}, ${count} events assigned to its owner`;
  };

const consent = (status: ConsentStatus): BankHandler =>
  forOwner(async (event, userId) => (await Accounts.applyConsentEvent(event, status, userId)).status);

const transfer = (state: TransferEvent["state"]): BankHandler =>
  forOwner(async (event, userId, erasedId) => {
    const parsed = parseTransfer(event.data, state);
    const { accountId } = subject.parse(event.data);
    const { transactionId, problem } = parsed;
    if (problem !== undefined)
      log.error(
        "bank transfer: the event's amount is unusable and ignored; compare the transfer with the bank",
        {
          transactionId,
          state,
          problem,
        },
      );
    const after = await Transfers.change(transactionId, "bank", async (before) => {
      const isErased = await isErasedUser(before?.userId ?? erasedId, userId);
      return applyEvent(before, parsed, { userId: userId ?? erasedId, isErased, accountId }, Clock.nowIso());
    });
    const flag = { kind: "bank_transfer", id: transactionId } as const;
    if (after?.flagged === undefined) await Flags.remove(flag);
    else {
      await Flags.raise(flag, { why: after.flagged, userId: after.userId });
      log.warn("bank transfer: flagged; staff review it in the admin queue", {
        transactionId,
        flagged: after.flagged,
      });
    }
    return outcomeOf(after, problem);
  });

/** Returns whether the user is erased. @param knownId a user who is known not to be erased */
async function isErasedUser(userId: string | undefined, knownId: string | undefined): Promise<boolean> {
  const owner = userId === undefined || userId === knownId ? undefined : await Users.fromId(userId);
  return owner !== undefined && isClosed(owner);
}

function outcomeOf(after: Transfer | undefined, problem: string | undefined): string {
  const isBooked = after?.booking && !after.reversal && !after.erased;
  const holder = isBooked ? `, booked to ${after.booking?.holder === "user" ? "user" : "suspense"}` : "";
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

const handleStored = async (event: BankEvent): Promise<unknown> =>
  ({ ...Onboarding.handlers, ...ownedHandlers })[event.type.toLowerCase()]?.(event);

export const handlers: Readonly<Record<string, BankHandler>> = {
  ...ownedHandlers,
  "account.opened": account("opened"),
  "account.suspended": account("suspended"),
  "account.closed": account("closed"),
};
