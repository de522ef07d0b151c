import type { Reads } from "../ledger/draft.ts";
import type { FixedDraft as LedgerDraft, Needs as LedgerNeeds, Policy, Post } from "../ledger/post.ts";
import { ledgerUnder } from "../ledger/verbs.ts";
import { type ClosedAccountOptions, closedAccountPolicy } from "./closed-accounts.ts";
import { type DebtOptions, debtPolicy } from "./debts.ts";
import { type LimitOptions, limitPolicy } from "./limits.ts";

/** The policies around the ledger. Every domain posts through them; a test of the import graph verifies this. */

export type Options = DebtOptions & LimitOptions & ClosedAccountOptions;

/** The inputs of an entry as far as they are known before it is made, and the options of its policies. */
export type Needs<R extends Reads = Reads> = LedgerNeeds<R> & Options;

/** An entry without inputs, with the options of its policies. */
export type FixedDraft<T> = LedgerDraft<T> & Options;

/** All policies, in the order in which they run. */
export const policies: readonly Policy<Options>[] = [debtPolicy, limitPolicy, closedAccountPolicy];

const ledger = /* @__PURE__ */ ledgerUnder(policies, {
  transfer: { rejectIfInDebt: true },
  hold: { rejectIfInDebt: true },
  release: { payDebtsFirst: true },
});

/** Returns a part of the ledger. A function's bundle drops the parts that it does not use, since the call is pure. */
const part = <Name extends keyof typeof ledger>(name: Name): (typeof ledger)[Name] => ledger[name];

/**
 * Posts an entry under the policies.
 * @throws as `withPolicies`, and ACCOUNT_IN_DEBT with `rejectIfInDebt`, KYC_LIMIT_EXCEEDED with `kycMovement`
 */
export const post: Post<Options> = /* @__PURE__ */ part("post");

/** Returns the inputs of an entry and of its policies, for handlers that read them ahead. */
export const readsOf = /* @__PURE__ */ part("readsOf");

// The plain movements. Debtors neither transfer nor reserve money; released money pays their debts first.
export const transfer = /* @__PURE__ */ part("transfer");
export const hold = /* @__PURE__ */ part("hold");
export const capture = /* @__PURE__ */ part("capture");
export const release = /* @__PURE__ */ part("release");
export const reverse = /* @__PURE__ */ part("reverse");
