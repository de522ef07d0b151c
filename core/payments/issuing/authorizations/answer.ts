import { userProfile } from "../../../identity/entity.ts";
import { KycLimitExceeded } from "../../../identity/kyc/limits/errors.ts";
import * as Clock from "../../../kernel/clock/index.ts";
import { env } from "../../../kernel/env.ts";
import { SvcError } from "../../../kernel/errors.ts";
import * as Money from "../../../kernel/money/index.ts";
import { accountOf } from "../../../ledger/accounts.ts";
import type { After, Snapshot } from "../../../ledger/draft.ts";
import { AccountInDebt, AccountNotFound, InsufficientBalance } from "../../../ledger/errors.ts";
import * as Ledger from "../../../ledger/index.ts";
import { log } from "../../../platform/log.ts";
import * as Outbox from "../../../platform/outbox/index.ts";
import * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import { cardSpending, issuedCard } from "../entity.ts";
import { largePurchase, purchaseDeclined, purchaseHeld } from "../events.ts";
import { CARD_ASSET, type IssuedCard, type Spending } from "../schema.ts";
import { begun, listed } from "./begun.ts";
import { obstacle, type Periods, type Purchase, periodsOf, spentIn } from "./decision.ts";
import { authorizationDue, cardAuthorization } from "./entity.ts";
import type { AuthorizationFacts } from "./facts.ts";
import { ofAuthorization } from "./facts.ts";
import { cardOf } from "./owner.ts";
import { type Answered, type Authorization, type DeclineReason, holdIdOf } from "./schema.ts";
import { authorizationTold } from "./telling.ts";

/**
 * The answer to a merchant who asks to be paid with an issued card. What it depends on is read at once, and the
 * hold is one transaction with the answer's record, over exactly what was read: a card that is frozen, a limit
 * that is used up or a balance that is spent meanwhile is seen. A request that comes twice is answered alike.
 */

export interface Answer {
  readonly approved: boolean;
  readonly reason?: DeclineReason | undefined;
}

/** From this on a purchase is told of by a letter too, in minor units. */
const LARGE_MINOR = 10_000n;

/** How long nothing may be heard of an answer before the provider is asked, in milliseconds. */
export const UNHEARD_MS = 10 * 60_000;

class Refusal extends Error {
  override readonly name = "Refusal";
  readonly reason: DeclineReason;
  constructor(reason: DeclineReason) {
    super(reason);
    this.reason = reason;
  }
}

/** The request was answered before. */
class Known extends Error {
  override readonly name = "Known";
  readonly answer: Answer;
  constructor({ approved, reason }: Answered) {
    super("this request was answered before");
    this.answer = { approved, reason };
  }
}

/** What is asked, of whom. */
interface Asked {
  readonly facts: AuthorizationFacts;
  readonly userId: string;
  readonly cardId: string;
  readonly ordinal: number;
  readonly amountMinor: bigint;
  /** The day and the month in which it counts. */
  readonly periods: Periods;
  /** Until when a hold may be tried: the process's own time, for this is about the process. */
  readonly untilMs: number;
}

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
  const owner = await cardOf(facts.card);
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

function reasonOf(error: unknown): DeclineReason | undefined {
  if (error instanceof Refusal) return error.reason;
  if (!(error instanceof SvcError)) return undefined;
  if (error.is(InsufficientBalance)) return "insufficient_funds";
  if (error.is(AccountInDebt)) return "account_in_debt";
  if (error.is(KycLimitExceeded)) return "identity_limit";
  return error.is(AccountNotFound) ? "card_inactive" : undefined;
}

const keysOf = ({ facts: { authorizationId }, userId, cardId }: Asked): Table.Key[] => [
  cardAuthorization.key({ authorizationId }),
  issuedCard.key({ userId, cardId }),
  cardSpending.key({ cardId }),
  userProfile.key({ userId }),
];

/** What a decision is made of. */
interface Standing {
  readonly before: Authorization | undefined;
  readonly card: IssuedCard;
  readonly spending: Spending | undefined;
  readonly profile: { readonly ownershipId: string };
}

/** @throws Known, Refusal */
function standingOf(asked: Asked, [auth, card, spending, profile]: Snapshot["items"]): Standing {
  const before = auth && cardAuthorization.parse(auth);
  const known = before?.answers.find(({ ordinal }) => ordinal === asked.ordinal);
  if (known) throw new Known(known);
  if (!card || !profile) throw new Refusal("card_inactive");
  const owner = userProfile.parse(profile);
  const own = issuedCard.parse(card);
  if (own.ownershipId !== owner.ownershipId) throw new Refusal("card_canceled");
  if (owner.blockedAt !== undefined) throw new Refusal("account_blocked");
  return { before, card: own, spending: spending && cardSpending.parse(spending), profile: owner };
}

/** @throws Refusal */
function checkCard(asked: Asked, { before, card, spending }: Standing): void {
  const { facts, amountMinor, periods, untilMs } = asked;
  if (performance.now() > untilMs) throw new Refusal("busy");
  if (facts.currency !== CARD_ASSET) throw new Refusal("currency");
  const sofar = (before?.answers ?? []).reduce(
    (sum, one) => (one.approved ? sum + one.amountMinor : sum),
    0n,
  );
  const purchase: Purchase = {
    amountMinor,
    totalMinor: sofar + amountMinor,
    method: facts.method,
    category: facts.merchant.category,
    country: facts.merchant.country,
  };
  const reason = obstacle(card, purchase, spentIn(spending, periods));
  if (reason) throw new Refusal(reason);
}

/** @throws Known, Refusal; as `Ledger.post` */
async function approve(asked: Asked): Promise<Answer> {
  const { facts, amountMinor, userId } = asked;
  const reads = keysOf(asked);
  if (amountMinor <= 0n) return confirm(asked, await Table.getMany(reads));
  const ref = accountOf({ mode: "live", userId }, CARD_ASSET);
  const moving = { userId, direction: "out", cents: amountMinor } as const;
  return Ledger.post<Answer>({ initiator: ref.account, reads, spending: true, moving }, ({ items }) => {
    const standing = standingOf(asked, items);
    checkCard(asked, standing);
    return {
      type: "HOLD",
      postings: [
        { ...ref, bucket: "available", amount: -amountMinor },
        { ...ref, bucket: "held", amount: amountMinor },
      ],
      holds: [{ ...ref, holdId: holdIdOf(facts.authorizationId, asked.ordinal), change: amountMinor }],
      actorId: userId,
      reason: facts.merchant.name,
      reference: { kind: "issuing_authorization", id: facts.authorizationId },
      counterparties: new Map([[ref.account, facts.merchant.name]]),
      extraWrites: (after) => [
        ...writesOf(asked, standing, after),
        ...listed(standing.before, { ...facts, walletId: standing.card.walletId }, amountMinor, after),
        spendingWrite(asked, standing),
      ],
      events: [
        Outbox.write(amountMinor >= LARGE_MINOR ? largePurchase : purchaseHeld, saidOf(asked, standing)),
      ],
      result: () => ({ approved: true }),
    };
  });
}

/** A merchant that only asks whether there is such a card: nothing is held. */
async function confirm(asked: Asked, items: Snapshot["items"]): Promise<Answer> {
  const standing = standingOf(asked, items);
  checkCard(asked, standing);
  await Table.commit(writesOf(asked, standing));
  return { approved: true };
}

const writesOf = (asked: Asked, standing: Standing, after?: After): Table.Write[] => [
  ...recording(asked, standing, { approved: true, after }),
  { check: issuedCard.key(standing.card), where: Where.is({ version: standing.card.version }) },
  {
    check: userProfile.key(asked),
    where: Where.is({ ownershipId: standing.profile.ownershipId, blockedAt: undefined }),
  },
];

function spendingWrite(
  { amountMinor, periods }: Asked,
  { card: { cardId }, spending }: Standing,
): Table.Write {
  const { dayMinor, monthMinor } = spentIn(spending, periods);
  const version = (spending?.version ?? 0n) + 1n;
  return {
    update: cardSpending.key({ cardId }),
    set: {
      cardId,
      ...periods,
      dayMinor: dayMinor + amountMinor,
      monthMinor: monthMinor + amountMinor,
      version,
    },
    where: Where.is({ version: spending?.version }),
  };
}

/** The writes that keep the answer, over the authorization as it was read, and tell webhooks of it. */
function recording(
  asked: Asked,
  { before, card }: Pick<Standing, "before" | "card">,
  { approved, reason, after }: Answer & { readonly after?: After | undefined },
): Table.Write[] {
  const { facts, ordinal, amountMinor, userId, cardId } = asked;
  const { day, month } = asked.periods;
  const now = Clock.nowIso();
  const answered: Answered = { ordinal, amountMinor, approved, ...(reason && { reason }), at: now };
  const added = approved ? amountMinor : 0n;
  const holdId = holdIdOf(facts.authorizationId, ordinal);
  const known = { day, dayMinor: 0n, month, monthMinor: 0n, holds: [], answers: [], createdAt: now };
  const earlier = before ?? { ...known, capturedMinor: 0n, refundedMinor: 0n, transactions: [], version: 0n };
  const item: Authorization = {
    ...earlier,
    authorizationId: facts.authorizationId,
    userId,
    cardId,
    last4: card.last4,
    walletId: card.walletId,
    merchant: facts.merchant,
    status: before?.status ?? (approved ? "pending" : "declined"),
    amountMinor: (before?.amountMinor ?? 0n) + (approved || !before ? amountMinor : 0n),
    merchantMinor: (before?.merchantMinor ?? 0n) + (facts.pending?.merchant_amount ?? 0n),
    merchantCurrency: facts.merchantCurrency,
    answers: [...earlier.answers, answered],
    holds: added > 0n ? [...earlier.holds, { holdId, leftMinor: added }] : earlier.holds,
    day,
    dayMinor: (earlier.day === day ? earlier.dayMinor : 0n) + added,
    month,
    monthMinor: (earlier.month === month ? earlier.monthMinor : 0n) + added,
    updatedAt: now,
    version: earlier.version + 1n,
  };
  const due = authorizationDue.at(facts.authorizationId, new Date(Clock.nowMs() + UNHEARD_MS).toISOString());
  return [
    {
      put: {
        ...cardAuthorization.item(after ? begun(item, after) : item),
        ...(item.holds.length > 0 && due),
      },
      where: before ? Where.is({ version: before.version }) : Where.absent,
    },
    authorizationTold(approved ? "card.authorization.approved" : "card.authorization.declined", item, reason),
  ];
}

const saidOf = ({ facts, amountMinor, userId, cardId }: Asked, { card }: Pick<Standing, "card">) => ({
  userId,
  cardId,
  last4: card.last4,
  merchant: facts.merchant.name,
  amount: Money.format(amountMinor, 2),
  asset: CARD_ASSET,
});

/** Keeps that a request was declined, and tells its owner. @throws ConditionFailed where another was faster */
async function decline(asked: Asked, reason: DeclineReason): Promise<Answer> {
  const [auth, item] = await Table.getMany(keysOf(asked));
  const before = auth && cardAuthorization.parse(auth);
  const known = before?.answers.find(({ ordinal }) => ordinal === asked.ordinal);
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
