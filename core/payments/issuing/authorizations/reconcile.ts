import * as Clock from "../../../kernel/clock/index.ts";
import { isAnyOf } from "../../../kernel/errors.ts";
import { toIso } from "../../../kernel/time.ts";
import { HoldClosed, HoldExceeded } from "../../../ledger/errors.ts";
import * as Due from "../../../platform/due/index.ts";
import * as Psp from "../../../platform/psp/index.ts";
import * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import { findByPsp } from "../index.ts";
import { CARD_ASSET } from "../schema.ts";
import { authorizationDue, cardAuthorization } from "./entity.ts";
import { type AuthorizationFacts, parseAuthorization, type TransactionFacts } from "./facts.ts";
import { COMPARE_EVERY_MS, dueIn, NO_EVENT_MS } from "./record.ts";
import type { Authorization } from "./schema.ts";
import { nextStep, type Step } from "./steps.ts";
import { takeStep } from "./take.ts";

/**
 * Brings an authorization to its state at the provider. The provider is read after our own record, and each write is
 * conditional on the version that was read. So an older state never replaces a newer one, for events in any order.
 */

type Outcome = readonly Step["kind"][] | "not ours";

/**
 * Takes the steps that an authorization still needs.
 * @param more a transaction of an event, which the provider's own list may not have yet
 * @throws as `Psp.call`, as `Policy.post`
 */
export const reconcile = (authorizationId: string, more?: TransactionFacts): Promise<Outcome> =>
  // A concurrent update may have used the holds that our record still shows.
  Table.retryPlan(
    async () => {
      const known = await Table.find(cardAuthorization, { authorizationId });
      const facts = await readProvider(authorizationId, known, more);
      const one = facts && (known ?? (await newAuthorization(facts)));
      return one && facts ? takeSteps(one, facts) : "not ours";
    },
    (error) => isAnyOf(error, [HoldClosed, HoldExceeded]),
  );

/** Reads an authorization from the provider. If it is unknown there, the provider holds nothing for it. */
async function readProvider(
  authorizationId: string,
  known: Authorization | undefined,
  more: TransactionFacts | undefined,
): Promise<AuthorizationFacts | undefined> {
  const object = await Psp.find((stripe) => stripe.issuing.authorizations.retrieve(authorizationId));
  const facts = object ? parseAuthorization(object) : known && unknownAtProvider(known);
  if (!facts || !more) return facts;
  const isListed = facts.transactions.some(({ transactionId }) => transactionId === more.transactionId);
  return isListed ? facts : { ...facts, transactions: [...facts.transactions, more] };
}

/** Returns the facts of an authorization that is unknown to the provider. Old answers count as never received there. */
const unknownAtProvider = (one: Authorization): AuthorizationFacts => ({
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
  decided:
    Date.parse(one.updatedAt) > Clock.nowMs() - NO_EVENT_MS
      ? []
      : one.answers.map(({ amountMinor: amount }) => ({ amount, approved: false })),
  status: "declined",
  transactions: [],
});

/** Returns the record of an authorization without a request to us. */
async function newAuthorization(facts: AuthorizationFacts): Promise<Authorization | undefined> {
  const card = await findByPsp(facts.card);
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

async function takeSteps(start: Authorization, facts: AuthorizationFacts): Promise<Outcome> {
  const done: Step["kind"][] = [];
  const noEventSince = toIso(Clock.nowMs() - NO_EVENT_MS);
  let one = start;
  let canHold = true;
  for (;;) {
    const step = nextStep(one, facts, { noEventSince, canHold });
    if (!step) return done;
    const outcome = await takeStep(step, one, facts);
    if (outcome.kind === "taken") {
      done.push(step.kind);
      one = outcome.after;
    } else canHold = false;
  }
}

/** Compares every authorization without recent events with the provider's. @returns the number of due authorizations */
export const reconcileDue = (): Promise<number> =>
  Due.sweep(
    authorizationDue,
    async (item) => {
      const { authorizationId } = cardAuthorization.parse(item);
      const done = await reconcile(authorizationId);
      if (done.length > 0) return;
      await Table.ignoreConditionFailure(
        Table.update(cardAuthorization.key({ authorizationId }), {
          set: dueIn(authorizationId, COMPARE_EVERY_MS),
          where: Where.has("dueSk"),
        }),
      );
    },
    Due.PROVIDER_PACE,
  );
