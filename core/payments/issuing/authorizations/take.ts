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
import { cardDraft, releaseParts, reserve } from "./booking.ts";
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
import { type Parts, type Step, statusOf, subtractSpending, takeFromHolds } from "./steps.ts";

/** The outcome of a step: taken, with the authorization after it, or the account has no balance to hold. */
type Outcome =
  | { readonly kind: "taken"; readonly after: Authorization }
  | { readonly kind: "nothing-to-hold" };

const stepTaken = (after: Authorization): Outcome => ({ kind: "taken", after });

/** Takes one step in one transaction. It fails if a version has changed since it was read. */
export async function takeStep(step: Step, one: Authorization, facts: AuthorizationFacts): Promise<Outcome> {
  switch (step.kind) {
    case "book":
      return stepTaken(await book(step.transaction, one, facts));
    case "release":
      return stepTaken(await release(step.amountMinor, one, facts));
    case "hold":
      return hold(step.amountMinor, one, facts);
    case "note": {
      const after = withProviderFields(one, facts);
      await Table.commit([replaceWrite(one, after), ...declineWrites(one, facts)]);
      return stepTaken(after);
    }
    default:
      return assertNever(step);
  }
}

/** Returns the authorization with the provider's fields, and other changes. */
const withProviderFields = (
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
  const { holds, taken } = takeFromHolds(one.holds.toReversed(), amountMinor);
  const after = withProviderFields(one, facts, {
    holds: holds.toReversed(),
    ...subtractSpending(one, amountMinor),
  });
  const request = inputsOf(one);
  const reads = {
    ...request.reads,
    spending: cardSpending.key(one),
    moved: Limits.movedKey({ userId: one.userId, direction: "out" }),
  };
  return Policy.post({ ...request, reads, payDebtsFirst: true }, (snapshot) => {
    assertUnchanged(one, snapshot);
    const { spending, moved } = snapshot.items;
    return cardDraft(purchaseOf(one), releaseParts(walletRef(one.walletId), taken), {
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

/** Returns the writes that subtract a released amount from its day and month. */
function uncountSpending(
  one: Authorization,
  amountMinor: bigint,
  spending: Spending | undefined,
): Table.Write[] {
  if (!spending) return [];
  const left = subtractSpending(one, amountMinor);
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
 * Returns the writes that subtract released holds from the owner's outgoing limit. Holds of
 * amounts that the provider approved without a request to us were never counted.
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

/** Holds the available part of an amount that the provider approved without a request to us. */
function hold(wanted: bigint, one: Authorization, facts: AuthorizationFacts): Promise<Outcome> {
  const holdId = holdIdOf(one.authorizationId, `v${one.version}`);
  const entry = Policy.post({ ...inputsOf(one), holds: [] }, (snapshot) => {
    assertUnchanged(one, snapshot);
    const { available = 0n } = snapshot.state ?? {};
    const amount = available < wanted ? available : wanted;
    if (amount <= 0n) throw new NothingToPost();
    const held = withProviderFields(one, facts, { holds: [...one.holds, { holdId, leftMinor: amount }] });
    return cardDraft<Outcome>(purchaseOf(one), reserve(walletRef(one.walletId), holdId, amount), {
      events: [Outbox.write(purchaseHeld, purchaseFields(one, one.merchant, amount))],
      extraWrites: (after) => [
        replaceWrite(one, withEntry(held, after)),
        ...listWrites(one, one, amount, after),
      ],
      result: (after) => stepTaken(withEntry(held, after)),
    });
  });
  return ignoreNothingToPost<Outcome>(entry, { kind: "nothing-to-hold" });
}

const purchaseOf = (one: Authorization) => ({
  ref: walletRef(one.walletId),
  merchant: one.merchant,
  reference: referenceOf(one),
});

/** Returns the events of a request that the provider declined; none if we declined it. */
function declineWrites(
  one: Authorization,
  { approved, decided, pending, amountMinor }: AuthorizationFacts,
): Table.Write[] {
  const isDeclined = !approved && pending === undefined && decided.length > 0;
  const isNew = one.status !== "declined" && !one.answers.some((answer) => !answer.approved);
  if (!isDeclined || !isNew) return [];
  const given = decided.at(-1)?.reason;
  const reason = declineReasons.find((known) => known === given) ?? "provider";
  const declined = { ...one, status: "declined" as const, amountMinor, version: one.version + 1n };
  return [
    Outbox.write(purchaseDeclined, { ...purchaseFields(one, one.merchant, amountMinor), reason }),
    authorizationEvent("card.authorization.declined", declined, reason),
  ];
}
