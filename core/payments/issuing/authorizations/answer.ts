import * as z from "zod";
import { userProfile } from "../../../identity/entity.ts";
import * as Kyc from "../../../identity/kyc/index.ts";
import * as Inbound from "../../../inbound/index.ts";
import { isOurMode } from "../../../inbound/psp.ts";
import * as Clock from "../../../kernel/clock/index.ts";
import { env } from "../../../kernel/env.ts";
import { accountOf } from "../../../ledger/accounts.ts";
import type { After, Draft } from "../../../ledger/draft.ts";
import { log } from "../../../platform/log.ts";
import * as Outbox from "../../../platform/outbox/index.ts";
import * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import * as Policy from "../../../policy/index.ts";
import { issuedCard } from "../entity.ts";
import { largePurchase, purchaseDeclined, purchaseHeld } from "../events.ts";
import { findOwnedCard } from "../index.ts";
import { CARD_ASSET, type IssuedCard } from "../schema.ts";
import { cardDraft, reserve } from "./booking.ts";
import {
  AlreadyAnswered,
  type Answer,
  assertCardPays,
  type DecisionInputs,
  findEarlier,
  parseInputs,
  type Request,
  readsOf,
  toDeclineReason,
  toPeriods,
} from "./decision.ts";
import { parseAuthorization } from "./facts.ts";
import { answerWrites, listWrites, purchaseFields, referenceOf, spendingWrite } from "./record.ts";
import { type DeclineReason, holdIdOf } from "./schema.ts";

/**
 * Answers the provider's synchronous requests to pay with an issued card. All inputs of the decision are read in one
 * round trip. The hold and the record of the answer are one transaction, which requires that those inputs are unchanged, so that a
 * concurrent freeze, limit or purchase counts. A repeated request gets the same answer.
 */

/** From this amount on the owner also gets an email, in minor units. */
const LARGE_MINOR = 10_000n;

/** The longest time of an answer: the provider waits two seconds. */
const DEADLINE_MS = 1700;
/** From this time on no hold is attempted, since it might be committed after the answer. */
const LAST_TRY_MS = 1200;

/**
 * Answers the provider's request in time. A late decision is a decline; its hold is released once the provider reports
 * the decline.
 * @throws ZodError if the object is not an authorization; CONTENTION and other errors of the decision before the deadline
 */
export async function answer(object: unknown): Promise<Answer> {
  const late = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => late.resolve({ approved: false, reason: "busy" }), DEADLINE_MS);
  const decided = decide(object);
  // After the deadline no caller waits for the error.
  decided.catch((error: unknown) =>
    log.error("card authorization: decision failed, not approved", { authorizationId: idOf(object), error }),
  );
  try {
    return await Promise.race([decided, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const identified = z.looseObject({ id: z.string() });
const idOf = (object: unknown): string | undefined => identified.safeParse(object).data?.id;

async function decide(object: unknown): Promise<Answer> {
  const untilMs = performance.now() + LAST_TRY_MS;
  const facts = parseAuthorization(object);
  const { pending, authorizationId } = facts;
  const owner = await findOwnedCard(facts.card);
  if (!owner) {
    log.warn(
      "card authorization: declined, because no card of ours has this id; compare pspCardId with the provider",
      {
        authorizationId,
        pspCardId: facts.card.pspCardId,
      },
    );
    return { approved: false, reason: "card_inactive" };
  }
  if (!pending) {
    log.warn(
      "card authorization: declined, because the provider's event contains no pending request; compare the authorization with the provider",
      {
        authorizationId,
        cardId: owner.cardId,
      },
    );
    return { approved: false, reason: "card_inactive" };
  }
  const request: Request = {
    ...{ facts, ...owner, ordinal: facts.decided.length, amountMinor: pending.amount, untilMs },
    periods: toPeriods(Clock.nowIso(), env("MAIL_TIME_ZONE", "Europe/Paris")),
  };
  return Table.retry(async () => {
    try {
      return await approve(request);
    } catch (error) {
      if (error instanceof AlreadyAnswered) return error.answer;
      const reason = toDeclineReason(error);
      if (!reason) throw error;
      return decline(request, reason);
    }
  });
}

/** @throws AlreadyAnswered, Declined; as `Policy.post` */
async function approve(request: Request): Promise<Answer> {
  const { facts, amountMinor, userId } = request;
  if (amountMinor <= 0n) return confirm(request);
  const ref = accountOf({ mode: "live", userId }, CARD_ASSET);
  const inputs = {
    ...{ initiator: ref.account, reads: readsOf(request), rejectIfInDebt: true as const },
    kycMovement: { userId, direction: "out", cents: amountMinor } as const,
  };
  const { authorizationId, merchant } = facts;
  const purchase = { ref, merchant, reference: referenceOf(facts), actorId: userId };
  return Policy.post(inputs, ({ items }): Draft<Answer> => {
    const basis = parseInputs(request, items);
    assertCardPays(request, basis);
    const { before, card } = basis;
    return cardDraft(purchase, reserve(ref, holdIdOf(authorizationId, request.ordinal), amountMinor), {
      extraWrites: (after) => [
        ...approvalWrites(request, basis, after),
        ...listWrites(before, { ...facts, walletId: card.walletId }, amountMinor, after),
        spendingWrite(request, basis),
      ],
      events: [
        Outbox.write(amountMinor >= LARGE_MINOR ? largePurchase : purchaseHeld, fieldsOf(request, card)),
      ],
      result: () => ({ approved: true }),
    });
  });
}

/** Answers a merchant that only checks the card, without a hold. */
async function confirm(request: Request): Promise<Answer> {
  const reads = readsOf(request);
  const keys = [reads.authorization, reads.card, reads.spending, reads.profile, reads.identity];
  const [authorization, card, spending, profile, identity] = await Table.getMany(keys);
  const basis = parseInputs(request, { authorization, card, spending, profile, identity });
  assertCardPays(request, basis);
  await Table.commit(approvalWrites(request, basis));
  return { approved: true };
}

const approvalWrites = (request: Request, basis: DecisionInputs, after?: After): Table.Write[] => [
  ...answerWrites(request, basis, { approved: true, after }),
  { check: issuedCard.key(basis.card), where: issuedCard.unchanged(basis.card) },
  {
    check: userProfile.key(request),
    where: Where.is({ ownershipId: basis.profile.ownershipId, blockedAt: undefined }),
  },
  Kyc.assertUnchanged(request.userId, basis.identity),
];

/** Records a decline, and notifies the card's owner. @throws ConditionFailed after a concurrent update */
async function decline(request: Request, reason: DeclineReason): Promise<Answer> {
  const { authorization, card: cardKey } = readsOf(request);
  const [auth, item] = await Table.getMany([authorization, cardKey]);
  const { before, known } = findEarlier(request, auth);
  if (known) return new AlreadyAnswered(known).answer;
  const declined: Answer = { approved: false, reason };
  if (!item) return declined;
  const card = issuedCard.parse(item);
  await Table.commit([
    ...answerWrites(request, { before, card }, declined),
    Outbox.write(purchaseDeclined, { ...fieldsOf(request, card), reason }),
  ]);
  return declined;
}

const fieldsOf = ({ facts, amountMinor, userId, cardId }: Request, { last4 }: Pick<IssuedCard, "last4">) =>
  purchaseFields({ userId, cardId, last4 }, facts.merchant, amountMinor);

const REQUEST = "issuing_authorization.request";

const event = z.looseObject({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean().optional(),
  data: z.looseObject({ object: z.looseObject({}) }),
});

interface Response {
  readonly approved: boolean;
  /** Stored by the provider with the authorization. */
  readonly metadata?: { readonly svc_reason: DeclineReason };
}

/**
 * Answers a request that `Psp.verifyAuthorization` accepted. Declines an event of another type or mode.
 * @throws MALFORMED_EVENT; as `answer`
 */
export async function respond(body: string): Promise<Response> {
  const {
    id: eventId,
    type,
    livemode,
    data,
  } = Inbound.parseEnvelope(body, event, "an id, a type and data.object");
  if (type !== REQUEST || !isOurMode(livemode)) {
    log.warn(
      "card authorization: declined, because the event's type or livemode is not the expected one; check the events and mode of our webhook endpoint at the provider",
      {
        eventId,
        type,
        livemode,
      },
    );
    return { approved: false };
  }
  const { approved, reason } = await answer(data.object);
  log.info("card authorization: answered", { eventId, approved, reason });
  return { approved, ...(reason && { metadata: { svc_reason: reason } }) };
}
