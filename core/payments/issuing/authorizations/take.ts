import * as Clock from "../../../kernel/clock/index.ts";
import * as Money from "../../../kernel/money/index.ts";
import { walletRef } from "../../../ledger/accounts.ts";
import * as Outbox from "../../../platform/outbox/index.ts";
import * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import * as Policy from "../../../policy/index.ts";
import * as Limits from "../../../policy/limits.ts";
import { cardSpending } from "../entity.ts";
import { purchaseDeclined, purchaseHeld } from "../events.ts";
import { CARD_ASSET, type Spending } from "../schema.ts";
import { book } from "./book.ts";
import { cardDraft, free, reserve } from "./booking.ts";
import type { AuthorizationFacts } from "./facts.ts";
import { authorizationEvent, availableOf, begun, keeping, listed, reading, unchanged } from "./record.ts";
import { type Authorization, declineReasons, holdIdOf } from "./schema.ts";
import { drawn, type Step, statusOf, uncounted } from "./steps.ts";

/** The steps that bring an authorization to what it is at the provider: each one write over what was read. */

/** The account has nothing that could be held. */
class NothingFree extends Error {
  override readonly name = "NothingFree";
}

/** The outcome of a step: it is done, with the authorization after it, or the account has nothing to hold. */
export type Taken =
  | { readonly outcome: "done"; readonly after: Authorization }
  | { readonly outcome: "nothing-free" };

const done = (after: Authorization): Taken => ({ outcome: "done", after });

/** Does one step. */
export async function take(step: Step, one: Authorization, facts: AuthorizationFacts): Promise<Taken> {
  switch (step.kind) {
    case "book":
      return done(await book(step.transaction, one, facts));
    case "release":
      return done(await release(step.amountMinor, one, facts));
    case "hold":
      return hold(step.amountMinor, one, facts);
    case "note": {
      const after = noted(one, facts);
      await Table.commit([keeping(one, after), ...toldOf(one, facts)]);
      return done(after);
    }
    default:
      throw new TypeError(`there is no step ${step satisfies never}`);
  }
}

/** The authorization with what the provider shows of it, and whatever else has changed. */
const noted = (
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

async function release(
  amountMinor: bigint,
  one: Authorization,
  facts: AuthorizationFacts,
): Promise<Authorization> {
  const ref = walletRef(one.walletId);
  const { holds, taken } = drawn([...one.holds].reverse(), amountMinor);
  const after = noted(one, facts, { holds: [...holds].reverse(), ...uncounted(one, amountMinor) });
  const request = reading(one);
  const reads = {
    ...request.reads,
    spending: cardSpending.key(one),
    moved: Limits.movedKey({ userId: one.userId, direction: "out" }),
  };
  await Policy.post({ ...request, reads, payDebtsFirst: true }, (snapshot) => {
    unchanged(one, snapshot);
    const { spending, moved } = snapshot.items;
    return cardDraft(purchaseOf(one), free(ref, taken), {
      extraWrites: [
        keeping(one, after),
        ...givenBack(one, amountMinor, spending && cardSpending.parse(spending)),
        ...uncountedOfLimits(one, taken, moved),
        ...toldOf(one, facts),
      ],
      result: () => undefined,
    });
  });
  return after;
}

/** What is free again counts no more in the day and the month in which it was asked for. */
function givenBack(one: Authorization, amountMinor: bigint, spending: Spending | undefined): Table.Write[] {
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
      where: Where.is({ version: spending.version }),
    },
  ];
}

/**
 * Nor does it count against what its owner may send away, which it did as it was answered. What the provider has
 * approved by itself did not.
 */
function uncountedOfLimits(
  { userId, authorizationId, answers }: Authorization,
  taken: ReturnType<typeof drawn>["taken"],
  moved: Table.Item | undefined,
): readonly Table.Write[] {
  const recounts = taken.flatMap(({ holdId, amountMinor }) => {
    const answered = answers.find(({ ordinal }) => holdIdOf(authorizationId, ordinal) === holdId);
    return answered ? [{ cents: -amountMinor, atMs: Date.parse(answered.at) }] : [];
  });
  return Limits.recountWrites({ userId, direction: "out" }, recounts, moved);
}

/** Holds what is available of what the provider has approved by itself. */
async function hold(wanted: bigint, one: Authorization, facts: AuthorizationFacts): Promise<Taken> {
  const ref = walletRef(one.walletId);
  const holdId = holdIdOf(one.authorizationId, `v${one.version}`);
  let after = one;
  try {
    await Policy.post({ ...reading(one), holds: [] }, (snapshot) => {
      unchanged(one, snapshot);
      const available = availableOf(snapshot);
      const amount = available < wanted ? available : wanted;
      if (amount <= 0n) throw new NothingFree();
      const held = noted(one, facts, { holds: [...one.holds, { holdId, leftMinor: amount }] });
      return cardDraft(purchaseOf(one), reserve(ref, holdId, amount), {
        events: [Outbox.write(purchaseHeld, saidOf(one, amount))],
        extraWrites: (entry) => {
          after = begun(held, entry);
          return [keeping(one, after), ...listed(one, one, amount, entry)];
        },
        result: () => undefined,
      });
    });
  } catch (error) {
    if (error instanceof NothingFree) return { outcome: "nothing-free" };
    throw error;
  }
  return done(after);
}

const purchaseOf = ({ walletId, merchant, authorizationId }: Authorization) => ({
  ref: walletRef(walletId),
  merchant,
  reference: { kind: "issuing_authorization", id: authorizationId } as const,
});

/** The owner hears of what the provider has declined, unless we had declined it. */
function toldOf(
  one: Authorization,
  { approved, decided, pending, amountMinor }: AuthorizationFacts,
): Table.Write[] {
  const isDeclined = !approved && pending === undefined && decided.length > 0;
  const isNews = one.status !== "declined" && !one.answers.some((answer) => !answer.approved);
  if (!isDeclined || !isNews) return [];
  const told = decided.at(-1)?.reason;
  const reason = declineReasons.find((known) => known === told) ?? "provider";
  return [
    Outbox.write(purchaseDeclined, { ...saidOf(one, amountMinor), reason }),
    authorizationEvent(
      "card.authorization.declined",
      { ...one, status: "declined", amountMinor, version: one.version + 1n },
      reason,
    ),
  ];
}

const saidOf = ({ userId, cardId, last4, merchant }: Authorization, amountMinor: bigint) => ({
  ...{ userId, cardId, last4 },
  merchant: merchant.name,
  amount: Money.format(amountMinor, 2),
  asset: CARD_ASSET,
});
