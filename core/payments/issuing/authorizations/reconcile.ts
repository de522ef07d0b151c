import * as Clock from "../../../kernel/clock/index.ts";
import { SvcError } from "../../../kernel/errors.ts";
import * as Money from "../../../kernel/money/index.ts";
import { walletRef } from "../../../ledger/accounts.ts";
import type { Snapshot } from "../../../ledger/draft.ts";
import { HoldClosed, HoldExceeded } from "../../../ledger/errors.ts";
import * as Ledger from "../../../ledger/index.ts";
import type { HoldRef } from "../../../ledger/schema.ts";
import * as Due from "../../../platform/due/index.ts";
import * as Outbox from "../../../platform/outbox/index.ts";
import * as Psp from "../../../platform/psp/index.ts";
import * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import { cardSpending } from "../entity.ts";
import { purchaseDeclined } from "../events.ts";
import { CARD_ASSET, type Spending } from "../schema.ts";
import { UNHEARD_MS } from "./answer.ts";
import { booking } from "./booking.ts";
import { authorizationDue, cardAuthorization } from "./entity.ts";
import { type AuthorizationFacts, ofAuthorization, type TransactionFacts } from "./facts.ts";
import * as Owner from "./owner.ts";
import { type Authorization, declineReasons, holdIdOf } from "./schema.ts";
import { drawn, leftOf, nextStep, type Step, statusOf, uncounted } from "./steps.ts";

/**
 * Brings an authorization to what it is at the provider. The provider is read after our own record, and each
 * write names the record that was read: so what is written is never older than what was written before, whatever
 * the order of the events that led here.
 */

/** Another was faster: what is left to do must be looked at anew. */
class Overtaken extends Error {
  override readonly name = "Overtaken";
}

/** The account has nothing that could be held. */
class NothingFree extends Error {
  override readonly name = "NothingFree";
}

/** What a provider's authorization comes to once it is seen: the steps that were done. */
export type Outcome = readonly Step["kind"][] | "not ours";

/**
 * Does what is left to do for an authorization.
 * @param more a transaction of it that was told of: the provider's own list may not have it yet
 * @throws as `Psp.call`, as `Ledger.post`
 */
export const reconcile = (authorizationId: string, more?: TransactionFacts): Promise<Outcome> =>
  Table.retry(async () => {
    const known = await Table.find(cardAuthorization, { authorizationId });
    const facts = await read(authorizationId, known, more);
    const one = facts && (known ?? (await unasked(facts)));
    if (!one || !facts) return "not ours";
    try {
      return await carryOut(one, facts);
    } catch (error) {
      if (isOvertaken(error)) throw new Table.ConditionFailed(undefined, { cause: error });
      throw error;
    }
  });

/** Whoever was faster may have used up the holds by now that our record still shows. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof Overtaken ||
  (error instanceof SvcError && [HoldClosed, HoldExceeded].some((one) => error.is(one)));

/** What the provider knows of it. What it does not know was never there: nothing is held for it. */
async function read(
  authorizationId: string,
  known: Authorization | undefined,
  more: TransactionFacts | undefined,
): Promise<AuthorizationFacts | undefined> {
  const object = await Psp.find((stripe) => stripe.issuing.authorizations.retrieve(authorizationId));
  const facts = object ? ofAuthorization(object) : known && forgotten(known);
  if (!facts || !more) return facts;
  const isListed = facts.transactions.some(({ transactionId }) => transactionId === more.transactionId);
  return isListed ? facts : { ...facts, transactions: [...facts.transactions, more] };
}

/** What the provider has forgotten for a while has never reached it. */
const forgotten = (one: Authorization): AuthorizationFacts => ({
  authorizationId: one.authorizationId,
  amountMinor: one.amountMinor,
  approved: false,
  method: "",
  heldMinor: undefined,
  card: { pspCardId: "", userId: one.userId, cardId: one.cardId },
  currency: CARD_ASSET,
  merchantMinor: one.merchantMinor,
  merchantCurrency: one.merchantCurrency,
  merchant: one.merchant,
  pending: undefined,
  decided: Date.parse(one.updatedAt) > Clock.nowMs() - UNHEARD_MS ? [] : one.answers.map(undecided),
  status: "declined",
  transactions: [],
});

const undecided = ({ amountMinor }: Authorization["answers"][number]) => ({
  amount: amountMinor,
  approved: false,
});

/** The record of an authorization that we were not asked about. */
async function unasked(facts: AuthorizationFacts): Promise<Authorization | undefined> {
  const card = await Owner.find(facts.card);
  if (!card) return undefined;
  const { userId, cardId, last4, walletId } = card;
  const now = Clock.nowIso();
  return {
    authorizationId: facts.authorizationId,
    ...{ userId, cardId, last4, walletId },
    merchant: facts.merchant,
    status: "pending",
    amountMinor: 0n,
    merchantMinor: 0n,
    merchantCurrency: facts.merchantCurrency,
    ...{ answers: [], holds: [], transactions: [], capturedMinor: 0n, refundedMinor: 0n },
    ...{ day: "", dayMinor: 0n, month: "", monthMinor: 0n },
    ...{ createdAt: now, updatedAt: now, version: 0n },
  };
}

async function carryOut(start: Authorization, facts: AuthorizationFacts): Promise<Outcome> {
  const done: Step["kind"][] = [];
  const unheardSince = new Date(Clock.nowMs() - UNHEARD_MS).toISOString();
  let one = start;
  let canHold = true;
  for (;;) {
    const step = nextStep(one, facts, { unheardSince, canHold });
    if (!step) return done;
    const after = await take(step, one, facts);
    if (after) {
      done.push(step.kind);
      one = after;
    } else canHold = false;
  }
}

/** Does one step. @returns the authorization after it; undefined where it cannot be done now */
async function take(
  step: Step,
  one: Authorization,
  facts: AuthorizationFacts,
): Promise<Authorization | undefined> {
  switch (step.kind) {
    case "book":
      return book(step.transaction, one, facts);
    case "release":
      return release(step.amountMinor, one, facts);
    case "hold":
      return hold(step.amountMinor, one, facts);
    case "note": {
      const after = noted(one, facts);
      await Table.commit([keeping(one, after), ...toldOf(one, facts)]);
      return after;
    }
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

/** How often an authorization that something is held for is compared with the provider's, in milliseconds. */
const LOOK_EVERY_MS = 24 * 3_600_000;

/** The write that keeps an authorization, over the one that was read. */
function keeping(before: Authorization, after: Authorization): Table.Write {
  const due =
    leftOf(after) > 0n
      ? authorizationDue.at(after.authorizationId, new Date(Clock.nowMs() + LOOK_EVERY_MS).toISOString())
      : {};
  return {
    put: { ...cardAuthorization.item(after), ...due },
    where: before.version === 0n ? Where.absent : Where.is({ version: before.version }),
    refused: () => new Overtaken(),
  };
}

const heldBy = ({ holds, walletId }: Authorization): HoldRef[] =>
  holds.filter(({ leftMinor }) => leftMinor > 0n).map(({ holdId }) => ({ ...walletRef(walletId), holdId }));

/** What an entry for an authorization depends on beside the account: that nobody was faster. */
const reading = (one: Authorization) => ({
  initiator: walletRef(one.walletId).account,
  holds: heldBy(one),
  reads: [cardAuthorization.key(one)],
});

/** @throws Overtaken where the authorization that was read is not what it was */
function unchanged(one: Authorization, { items: [item] }: Snapshot): void {
  const version = item ? cardAuthorization.parse(item).version : 0n;
  if (version !== one.version) throw new Overtaken();
}

const availableOf = ({ state }: Snapshot): bigint => state?.available ?? 0n;

async function book(
  transaction: TransactionFacts,
  one: Authorization,
  facts: AuthorizationFacts,
): Promise<Authorization> {
  const ref = walletRef(one.walletId);
  let after = one;
  await Ledger.post(
    { ...reading(one), opens: [ref], collecting: transaction.amountMinor > 0n },
    (snapshot) => {
      unchanged(one, snapshot);
      const standing = { available: availableOf(snapshot), holds: one.holds };
      const { draft, holds } = booking(one, transaction, standing, () => new Overtaken());
      const { amountMinor } = transaction;
      after = {
        ...one,
        holds: [...holds],
        transactions: [...one.transactions, transaction.transactionId],
        capturedMinor: one.capturedMinor + (amountMinor < 0n ? -amountMinor : 0n),
        refundedMinor: one.refundedMinor + (amountMinor > 0n ? amountMinor : 0n),
        merchant: facts.merchant,
        updatedAt: Clock.nowIso(),
        version: one.version + 1n,
      };
      const { extraWrites } = draft;
      return {
        ...draft,
        extraWrites: (entry) => [
          ...(typeof extraWrites === "function" ? extraWrites(entry) : (extraWrites ?? [])),
          keeping(one, after),
        ],
      };
    },
  );
  return after;
}

async function release(
  amountMinor: bigint,
  one: Authorization,
  facts: AuthorizationFacts,
): Promise<Authorization> {
  const ref = walletRef(one.walletId);
  const { holds, taken } = drawn([...one.holds].reverse(), amountMinor);
  const after = noted(one, facts, { holds: [...holds].reverse(), ...uncounted(one, amountMinor) });
  const reads = [cardAuthorization.key(one), cardSpending.key(one)];
  await Ledger.post<void>({ ...reading(one), reads, collecting: true }, (snapshot) => {
    unchanged(one, snapshot);
    const [, item] = snapshot.items;
    return {
      type: "RELEASE",
      postings: [
        { ...ref, bucket: "held", amount: -amountMinor },
        { ...ref, bucket: "available", amount: amountMinor },
      ],
      holds: taken.map((part) => ({ ...ref, holdId: part.holdId, change: -part.amountMinor })),
      actorId: "psp",
      reason: one.merchant.name,
      extraWrites: [
        keeping(one, after),
        ...givenBack(one, amountMinor, item && cardSpending.parse(item)),
        ...toldOf(one, facts),
      ],
      result: () => undefined,
    };
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

/** Holds what there is of what the provider has approved by itself. */
async function hold(
  wanted: bigint,
  one: Authorization,
  facts: AuthorizationFacts,
): Promise<Authorization | undefined> {
  const ref = walletRef(one.walletId);
  const holdId = holdIdOf(one.authorizationId, `v${one.version}`);
  let after: Authorization | undefined;
  try {
    await Ledger.post<void>({ ...reading(one), holds: [] }, (snapshot) => {
      unchanged(one, snapshot);
      const available = availableOf(snapshot);
      const amount = available < wanted ? available : wanted;
      if (amount <= 0n) throw new NothingFree();
      after = noted(one, facts, { holds: [...one.holds, { holdId, leftMinor: amount }] });
      return {
        type: "HOLD",
        postings: [
          { ...ref, bucket: "available", amount: -amount },
          { ...ref, bucket: "held", amount },
        ],
        holds: [{ ...ref, holdId, change: amount }],
        actorId: "psp",
        reason: one.merchant.name,
        extraWrites: [keeping(one, after)],
        result: () => undefined,
      };
    });
  } catch (error) {
    if (error instanceof NothingFree) return undefined;
    throw error;
  }
  return after;
}

/** The owner hears of what the provider has declined, unless we had declined it. */
function toldOf(
  one: Authorization,
  { approved, decided, pending, amountMinor }: AuthorizationFacts,
): Table.Write[] {
  const isDeclined = !approved && pending === undefined && decided.length > 0;
  const isNews = one.status !== "declined" && !one.answers.some((answer) => !answer.approved);
  if (!isDeclined || !isNews) return [];
  const { userId, cardId, last4, merchant } = one;
  const amount = Money.format(amountMinor, 2);
  const said = { userId, cardId, last4, merchant: merchant.name, amount, asset: CARD_ASSET };
  const told = decided.at(-1)?.reason;
  const reason = declineReasons.find((known) => known === told) ?? "provider";
  return [Outbox.write(purchaseDeclined, { ...said, reason })];
}

/** Compares every authorization with the provider's that nothing was heard of. @returns how many were due */
export const reconcileDue = (): Promise<number> =>
  Due.sweep(
    authorizationDue,
    async (item) => {
      const { authorizationId } = cardAuthorization.parse(item);
      const done = await reconcile(authorizationId);
      if (done.length > 0) return true;
      // It is as it should be: it is looked at again in a day.
      const at = new Date(Clock.nowMs() + LOOK_EVERY_MS).toISOString();
      await Table.update(cardAuthorization.key({ authorizationId }), {
        set: authorizationDue.at(authorizationId, at),
        where: Where.has("dueSk"),
      }).catch((error: unknown) => {
        if (!(error instanceof Table.ConditionFailed)) throw error;
      });
      return true;
    },
    { batch: 25, concurrency: 5 },
  );
