import * as z from "zod";
import { userProfile } from "../../../identity/entity.ts";
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
import { ownerOfCard } from "../index.ts";
import { CARD_ASSET } from "../schema.ts";
import { cardDraft, reserve } from "./booking.ts";
import {
  type Answer,
  type Asked,
  type Basis,
  basisOf,
  checkCard,
  earlierOf,
  Known,
  periodsOf,
  readsOf,
  reasonOf,
} from "./decision.ts";
import { ofAuthorization } from "./facts.ts";
import { counting, listed, recording, saidOf } from "./record.ts";
import { type DeclineReason, holdIdOf } from "./schema.ts";

/**
 * The answer to a merchant who asks to be paid with an issued card. What it depends on is read at once, and the
 * hold is one transaction with the answer's record, over exactly what was read: a card that is frozen, a limit
 * that is used up or a balance that is spent meanwhile is seen. A request that comes twice is answered alike.
 */

/** From this on a purchase is told of by a letter too, in minor units. */
const LARGE_MINOR = 10_000n;

/** The time that the answer takes at most, in milliseconds: the provider waits two seconds. */
const DEADLINE_MS = 1700;
/** From this on no hold is tried any more: it might come to its end behind the answer. */
const LAST_TRY_MS = 1200;

/**
 * Answers the provider's request, within its time: what takes longer is declined, and given free again once the
 * provider says so. @throws ZodError where it is no authorization that asks for something
 */
export async function answer(object: unknown): Promise<Answer> {
  const late = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => late.resolve({ approved: false, reason: "busy" }), DEADLINE_MS);
  const decided = decide(object);
  // Nobody waits for it any more once the time is over.
  decided.catch((error: unknown) => log.error("an authorization could not be decided", { error }));
  try {
    return await Promise.race([decided, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function decide(object: unknown): Promise<Answer> {
  const untilMs = performance.now() + LAST_TRY_MS;
  const facts = ofAuthorization(object);
  const { pending, authorizationId } = facts;
  const owner = await ownerOfCard(facts.card);
  if (!pending || !owner) {
    log.warn("an authorization of no card of ours is declined", { authorizationId });
    return { approved: false, reason: "card_inactive" };
  }
  const asked: Asked = {
    ...{ facts, ...owner, ordinal: facts.decided.length, amountMinor: pending.amount, untilMs },
    periods: periodsOf(Clock.nowIso(), env("MAIL_TIME_ZONE", "Europe/Paris")),
  };
  return Table.retry(async () => {
    try {
      return await approve(asked);
    } catch (error) {
      if (error instanceof Known) return error.answer;
      const reason = reasonOf(error);
      if (!reason) throw error;
      return decline(asked, reason);
    }
  });
}

/** @throws Known, Refusal; as `Policy.post` */
async function approve(asked: Asked): Promise<Answer> {
  const { facts, amountMinor, userId } = asked;
  const reads = readsOf(asked);
  if (amountMinor <= 0n) return confirm(asked);
  const ref = accountOf({ mode: "live", userId }, CARD_ASSET);
  const kycMovement = { userId, direction: "out", cents: amountMinor } as const;
  const request = { initiator: ref.account, reads, rejectIfInDebt: true as const, kycMovement };
  const { authorizationId, merchant } = facts;
  const reference = { kind: "issuing_authorization", id: authorizationId } as const;
  const purchase = { ref, merchant, reference, actorId: userId };
  return Policy.post(request, ({ items }): Draft<Answer> => {
    const basis = basisOf(asked, items);
    checkCard(asked, basis);
    return cardDraft(purchase, reserve(ref, holdIdOf(authorizationId, asked.ordinal), amountMinor), {
      extraWrites: (after) => [
        ...writesOf(asked, basis, after),
        ...listed(basis.before, { ...facts, walletId: basis.card.walletId }, amountMinor, after),
        counting(asked, basis),
      ],
      events: [Outbox.write(amountMinor >= LARGE_MINOR ? largePurchase : purchaseHeld, saidOf(asked, basis))],
      result: () => ({ approved: true }),
    });
  });
}

/** A merchant that only asks whether there is such a card: nothing is held. */
async function confirm(asked: Asked): Promise<Answer> {
  const reads = readsOf(asked);
  const [authorization, card, spending, profile] = await Table.getMany([
    reads.authorization,
    reads.card,
    reads.spending,
    reads.profile,
  ]);
  const basis = basisOf(asked, { authorization, card, spending, profile });
  checkCard(asked, basis);
  await Table.commit(writesOf(asked, basis));
  return { approved: true };
}

const writesOf = (asked: Asked, basis: Basis, after?: After): Table.Write[] => [
  ...recording(asked, basis, { approved: true, after }),
  { check: issuedCard.key(basis.card), where: Where.is({ version: basis.card.version }) },
  {
    check: userProfile.key(asked),
    where: Where.is({ ownershipId: basis.profile.ownershipId, blockedAt: undefined }),
  },
];

/** Keeps that a request was declined, and tells its owner. @throws ConditionFailed where another was faster */
async function decline(asked: Asked, reason: DeclineReason): Promise<Answer> {
  const { authorization, card: cardKey } = readsOf(asked);
  const [auth, item] = await Table.getMany([authorization, cardKey]);
  const { before, known } = earlierOf(asked, auth);
  if (known) return new Known(known).answer;
  const answer: Answer = { approved: false, reason };
  if (!item) return answer;
  const card = issuedCard.parse(item);
  await Table.commit([
    ...recording(asked, { before, card }, answer),
    Outbox.write(purchaseDeclined, { ...saidOf(asked, { card }), reason }),
  ]);
  return answer;
}

const REQUEST = "issuing_authorization.request";

const event = z.looseObject({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean().optional(),
  data: z.looseObject({ object: z.looseObject({}) }),
});

/** What the provider reads. */
export interface Response {
  readonly approved: boolean;
  /** Kept with the authorization at the provider. */
  readonly metadata?: { readonly svc_reason: DeclineReason };
}

/**
 * Answers a request that `Psp.verifyAuthorization` let in. What is none is declined.
 * @throws MALFORMED_EVENT
 */
export async function respond(body: string): Promise<Response> {
  const { id: eventId, type, livemode, data } = Inbound.read(body, event, "an id, a type and data.object");
  if (type !== REQUEST || !isOurMode(livemode)) {
    log.warn("an event that is no request to authorize was sent to be answered", { eventId, type, livemode });
    return { approved: false };
  }
  const { approved, reason } = await answer(data.object);
  log.info("card authorization", { eventId, approved, reason });
  return { approved, ...(reason && { metadata: { svc_reason: reason } }) };
}
