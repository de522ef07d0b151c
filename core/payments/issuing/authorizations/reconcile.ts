import * as Clock from "../../../kernel/clock/index.ts";
import { isAnyOf } from "../../../kernel/errors.ts";
import { HoldClosed, HoldExceeded } from "../../../ledger/errors.ts";
import * as Due from "../../../platform/due/index.ts";
import * as Psp from "../../../platform/psp/index.ts";
import * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import * as Owner from "../index.ts";
import { CARD_ASSET } from "../schema.ts";
import { authorizationDue, cardAuthorization } from "./entity.ts";
import { type AuthorizationFacts, ofAuthorization, type TransactionFacts } from "./facts.ts";
import { LOOK_EVERY_MS, Overtaken, UNHEARD_MS } from "./record.ts";
import type { Authorization } from "./schema.ts";
import { nextStep, type Step } from "./steps.ts";
import { take } from "./take.ts";

/**
 * Brings an authorization to what it is at the provider. The provider is read after our own record, and each
 * write names the record that was read: so what is written is never older than what was written before, whatever
 * the order of the events that led here.
 */

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
  error instanceof Overtaken || isAnyOf(error, [HoldClosed, HoldExceeded]);

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
  const card = await Owner.findByPsp(facts.card);
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
    const taken = await take(step, one, facts);
    if (taken.outcome === "done") {
      done.push(step.kind);
      one = taken.after;
    } else canHold = false;
  }
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
