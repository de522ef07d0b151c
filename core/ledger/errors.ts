import { defineError } from "../kernel/errors.ts";

export const InsufficientBalance = defineError(
  "INSUFFICIENT_BALANCE",
  "invalid",
  "The available balance is lower than the amount.",
);
export const AccountInDebt = defineError(
  "ACCOUNT_IN_DEBT",
  "conflict",
  "You owe money that was taken back when you had spent it. Until that is settled, nothing can leave this account.",
);
export const AccountNotFound = defineError("ACCOUNT_NOT_FOUND", "not-found", "There is no such account.");
export const WalletLimit = defineError(
  "WALLET_LIMIT_REACHED",
  "invalid",
  "You have the 10 wallets that an account may have.",
);

export const SameAccount = defineError(
  "SAME_ACCOUNT",
  "invalid",
  "Money cannot be moved from an account to itself.",
);
export const PlatformAccountShort = defineError(
  "PLATFORM_ACCOUNT_SHORT",
  "unavailable",
  "The platform's account that pays this holds too little at the moment. Nothing is lost: what you are due stays yours. Try again later.",
);
export const HoldNotFound = defineError("HOLD_NOT_FOUND", "not-found", "There is no such hold.");
export const HoldClosed = defineError(
  "HOLD_CLOSED",
  "conflict",
  "The hold was captured or released before: nothing of it is left.",
);
export const HoldExceeded = defineError(
  "HOLD_EXCEEDED",
  "invalid",
  "The amount is higher than what is left of the hold.",
);
export const EntryNotFound = defineError("ENTRY_NOT_FOUND", "not-found", "There is no such journal entry.");
export const AlreadyReversed = defineError("ALREADY_REVERSED", "conflict", "The entry was reversed before.");
export const NotReversible = defineError(
  "NOT_REVERSIBLE",
  "conflict",
  "An entry that opened or used a hold is undone by releasing the hold, not by a reversal.",
);
