import { defineError } from "../errors.ts";

export const InsufficientBalance = defineError(
  "INSUFFICIENT_BALANCE",
  "invalid",
  "The available balance is lower than the amount.",
);
export const AccountNotFound = defineError("ACCOUNT_NOT_FOUND", "not-found", "There is no such account.");
export const Contention = defineError(
  "CONTENTION",
  "unavailable",
  "The account is busy. Try again with the same Idempotency-Key.",
);
