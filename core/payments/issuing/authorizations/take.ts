import * as Clock from "../../../kernel/clock/index.ts";
import { assertNever } from "../../../kernel/errors.ts";
import { walletRef } from "../../../ledger/accounts.ts";
import * as Outbox from "../../../platform/outbox/index.ts";
import * as Table from "../../../platform/table/index.ts";
import * as Policy from "../../../policy/index.ts";
import * as Limits from "../../../policy/limits.ts";
import { ignoreNothingToPost, NothingToPost } from "../../records/index.ts";
import { cardSpending } from "../entity.ts";
import { purchaseDeclined, purchaseHeld } from "../events.ts";
import type { Spending } from "../schema.ts";
import { book } from "./book.ts";
import { cardDraft, free, reserve } from "./booking.ts";
import type { AuthorizationFacts } from "./facts.ts";
import {
  assertUnchanged,
  authorizationEvent,
  inputsOf,
  listWrites,
  purchaseFields,
  referenceOf,
  replaceWrite,
  withEntry,
} from "./record.ts";
import { type Authorization, declineReasons, holdIdOf } from "./schema.ts";
import { drawn, type Parts, type Step, statusOf, uncounted } from "./steps.ts";

/** Takes the steps that bring an authorization to the provider's state, each as one write over what was read. */

/** The outcome of a step: it is done, with the authorization after it, or the account has nothing to hold. */
type Taken =
  | { readonly outcome: "done"; readonly after: Authorization }
  | { readonly outcome: "nothing-free" };

const done = (after: Authorization): Taken => ({ outcome: "done", after });

/** Takes one step. */
export async function take(step: Step, one: Authorization, facts: AuthorizationFacts): Promise<Taken> {
  switch (step.kind) {
    case "book":
      return done(await book(step.transaction, one, facts));
    case "release":
      return done(await release(step.amountMinor, one, facts));
    case "hold":
      return hold(step.amountMinor, one, facts);
    case "note": {
      const after = updated(one, facts);
      await Table.commit([replaceWrite(one, after), ...declineWrites(one, facts)]);
      return done(after);
    }
    default:
      return assertNever(step);
  }
}

/** Returns the authorization with the fields that the provider shows, and other changes. */
const updated = (
  one: Authorization,
  facts: AuthorizationFacts,
  change: Partial<Authorization> = {},
): Authorization => ({
  ...one,
  ...(facts.pending === undefined && {
    amountMinor: facts.amountMinor,
    merchantMinor: facts.merchantMinor,
  }),
  status: statusOf(one, facts),
  updatedAt: Clock.nowIso(),
  version: one.version + 1n,
  ...change,
});

/** Releases an amount from the newest holds. */
async function release(
  amountMinor: bigint,
  one: Authorization,
  facts: AuthorizationFacts,
): Promise<Authorization> {
  const { holds, taken } = drawn(one.holds.toReversed(), amountMinor);
  const after = updated(one, facts, { holds: holds.toReversed(), ...uncounted(one, amountMinor) });
  const request = inputsOf(one);
  const reads = {
    ...request.reads,
    spending: cardSpending.key(one),
    moved: Limits.movedKey({ userId: one.userId, direction: "out" }),
  };
  return Policy.post({ ...request, reads, payDebtsFirst: true }, (snapshot) => {
    assertUnchanged(one, snapshot);
    const { spending, moved } = snapshot.items;
    return cardDraft(purchaseOf(one), free(walletRef(one.walletId), taken), {
      extraWrites: [
        replaceWrite(one, after),
        ...uncountSpending(one, amountMinor, spending && cardSpending.parse(spending)),
        ...uncountLimits(one, taken, moved),
        ...declineWrites(one, facts),
      ],
      result: () => after,
    });
  });
}

/** Returns the writes that take a released amount off the day and month in which it was requested. */
function uncountSpending(
  one: Authorization,
  amountMinor: bigint,
  spending: Spending | undefined,
): Table.Write[] {
  if (!spending) return [];
  const left = uncounted(one, amountMinor);
  const ofDay = spending.day === one.day ? one.dayMinor - left.dayMinor : 0n;
  const ofMonth = spending.month === one.month ? one.monthMinor - left.monthMinor : 0n;
  if (ofDay === 0n && ofMonth === 0n) return [];
  return [
    {
      update: cardSpending.key(one),
      set: {
        dayMinor: spending.dayMinor - ofDay,
        monthMinor: spending.monthMinor - ofMonth,
        version: spending.version + 1n,
      },
      where: cardSpending.unchanged(spending),
    },
  ];
}

/**
 * Returns the writes that take released holds off the owner's outgoing limit. Holds that the provider approved by
 * itself were never counted.
 */
function uncountLimits(
  { userId, authorizationId, answers }: Authorization,
  taken: Parts,
  moved: Table.Item | undefined,
): readonly Table.Write[] {
  const recounts = taken.flatMap(({ holdId, amountMinor }) => {
    const answered = answers.find(({ ordinal }) => holdIdOf(authorizationId, ordinal) === holdId);
    return answered ? [{ cents: -amountMinor, atMs: Date.parse(answered.at) }] : [];
  });
  return Limits.recountWrites({ userId, direction: "out" }, recounts, moved);
}

/** Holds as much as is available of an amount that the provider approved by itself. */
function hold(wanted: bigint, one: Authorization, facts: AuthorizationFacts): Promise<Taken> {
  const holdId = holdIdOf(one.authorizationId, `v${one.version}`);
  const entry = Policy.post({ ...inputsOf(one), holds: [] }, (snapshot) => {
    assertUnchanged(one, snapshot);
    const { available = 0n } = snapshot.state ?? {};
    const amount = available < wanted ? available : wanted;
    if (amount <= 0n) throw new NothingToPost();
    const held = updated(one, facts, { holds: [...one.holds, { holdId, leftMinor: amount }] });
    return cardDraft<Taken>(purchaseOf(one), reserve(walletRef(one.walletId), holdId, amount), {
      events: [Outbox.write(purchaseHeld, purchaseFields(one, one.merchant, amount))],
      extraWrites: (after) => [
        replaceWrite(one, withEntry(held, after)),
        ...listWrites(one, one, amount, after),
      ],
      result: (after) => done(withEntry(held, after)),
    });
  });
  return ignoreNothingToPost(entry, { outcome: "nothing-free" });
}

const purchaseOf = (one: Authorization) => ({
  ref: walletRef(one.walletId),
  merchant: one.merchant,
  reference: referenceOf(one),
});

/** Returns the events of a request that the provider declined; none if we had declined it. */
function declineWrites(
  one: Authorization,
  { approved, decided, pending, amountMinor }: AuthorizationFacts,
): Table.Write[] {
  const isDeclined = !approved && pending === undefined && decided.length > 0;
  const isNews = one.status !== "declined" && !one.answers.some((answer) => !answer.approved);
  if (!isDeclined || !isNews) return [];
  const given = decided.at(-1)?.reason;
  const reason = declineReasons.find((known) => known === given) ?? "provider";
  const declined = { ...one, status: "declined" as const, amountMinor, version: one.version + 1n };
  return [
    Outbox.write(purchaseDeclined, { ...purchaseFields(one, one.merchant, amountMinor), reason }),
    authorizationEvent("card.authorization.declined", declined, reason),
  ];
}
