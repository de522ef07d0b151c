/** The states of an erasure (GDPR, article 17). `states.ts` has the transitions. */
export const erasureStatuses = [
  "asked", // an administrator requested it, another one must approve it
  "waiting", // it begins on its due date, unless the user signs in before
  "held-up", // it is due, but has blockers: checked again every day
  "running", // the account is closed, and the steps are executed
  "done",
] as const;

/** The reasons why an account cannot be erased yet. */
export const blockerCodes = [
  "MONEY",
  "DEBT",
  "STAKES",
  "LIQUIDITY",
  "FARMING",
  "WITHDRAWALS",
  "PAYMENTS",
  "DISPUTES",
  "SUBSCRIPTION",
  "SAVEBACK",
  "SALES",
  "STAFF",
] as const;
export type BlockerCode = (typeof blockerCodes)[number];

/** The reasons that hold up a due erasure. `PROVIDER` and `FAILED` are failed steps, which each run retries. */
export const heldUpCodes = [
  ...blockerCodes,
  "BLOCKED", // staff blocked the account after its owner requested the erasure
  "PROVIDER", // the payment provider refuses to delete the customer
  "FAILED", // another step failed
] as const;
export type HeldUpCode = (typeof heldUpCodes)[number];
