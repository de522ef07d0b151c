/** The states of an erasure (GDPR, article 17). `states.ts` has the transitions. */
export const erasureStatuses = [
  "asked", // an administrator asked for it, another one must approve it
  "waiting", // it begins on its due date, unless the user signs in before
  "held-up", // it is due, but blocked: it is checked again every day
  "running", // the account is closed, and the steps are being done
  "done",
] as const;

/** What a user must settle before the account can be erased. */
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

/** What holds up an erasure that is due. `PROVIDER` and `FAILED` are failed steps, retried with each run. */
export const heldUpCodes = [
  ...blockerCodes,
  "BLOCKED", // staff blocked the account after its owner asked
  "PROVIDER", // the payment provider refuses to delete the person
  "FAILED", // another step failed
] as const;
export type HeldUpCode = (typeof heldUpCodes)[number];
