import { userProfile } from "../../../identity/entity.ts";
import * as Kyc from "../../../identity/kyc/index.ts";
import { SvcError } from "../../../kernel/errors.ts";
import * as Money from "../../../kernel/money/index.ts";
import type { Items } from "../../../ledger/draft.ts";
import { AccountNotFound, InsufficientBalance } from "../../../ledger/errors.ts";
import type * as Table from "../../../platform/table/index.ts";
import { AccountInDebt, KycLimitExceeded } from "../../../policy/errors.ts";
import { cardSpending, issuedCard } from "../entity.ts";
import { CARD_ASSET, type IssuedCard, type Spending } from "../schema.ts";
import { cardAuthorization } from "./entity.ts";
import type { AuthorizationFacts } from "./facts.ts";
import type { Answered, Authorization, DeclineReason } from "./schema.ts";

/** The decision on a merchant's request: its inputs, and the reasons to decline it. */

export type Answer = Pick<Answered, "approved" | "reason">;

/** A merchant's request, and its card. */
export interface Request {
  readonly facts: AuthorizationFacts;
  readonly userId: string;
  readonly cardId: string;
  /** The number of requests that the provider decided before. */
  readonly ordinal: number;
  readonly amountMinor: bigint;
  /** The day and month in which the amount counts. */
  readonly periods: Periods;
  /** The last instant to try a hold, by `performance.now()`: a moved clock must not change the deadline. */
  readonly untilMs: number;
}

class Declined extends Error {
  override readonly name = "Declined";
  readonly reason: DeclineReason;
  constructor(reason: DeclineReason) {
    super(reason);
    this.reason = reason;
  }
}

export class AlreadyAnswered extends Error {
  override readonly name = "AlreadyAnswered";
  readonly answer: Answer;
  constructor({ approved, reason }: Answered) {
    super("this request is already answered");
    this.answer = { approved, reason };
  }
}

/** Returns the decline reason of an error; undefined for an unexpected error. */
export function toDeclineReason(error: unknown): DeclineReason | undefined {
  if (error instanceof Declined) return error.reason;
  if (!(error instanceof SvcError)) return undefined;
  if (error.is(InsufficientBalance)) return "insufficient_funds";
  if (error.is(AccountInDebt)) return "account_in_debt";
  if (error.is(KycLimitExceeded)) return "identity_limit";
  return error.is(AccountNotFound) ? "card_inactive" : undefined;
}

/** Returns the keys of a decision's inputs, which are read in one round trip. */
export const readsOf = ({ facts: { authorizationId }, userId, cardId }: Request) => ({
  authorization: cardAuthorization.key({ authorizationId }),
  card: issuedCard.key({ userId, cardId }),
  spending: cardSpending.key({ cardId }),
  profile: userProfile.key({ userId }),
  identity: Kyc.keyOf(userId),
});

/** Returns the stored authorization, and the earlier answer to this request, if any. */
export function findEarlier({ ordinal }: Request, item: Table.Item | undefined) {
  const before = item && cardAuthorization.parse(item);
  return { before, known: before?.answers.find((one) => one.ordinal === ordinal) };
}

export interface DecisionInputs {
  readonly before: Authorization | undefined;
  readonly card: IssuedCard;
  readonly spending: Spending | undefined;
  readonly profile: { readonly ownershipId: string };
  /** The item of the owner's KYC state. */
  readonly identity: Table.Item | undefined;
}

/** @throws AlreadyAnswered, Declined */
export function parseInputs(
  request: Request,
  { authorization, card, spending, profile, identity }: Items<ReturnType<typeof readsOf>>,
): DecisionInputs {
  const { before, known } = findEarlier(request, authorization);
  if (known) throw new AlreadyAnswered(known);
  if (!card || !profile) throw new Declined("card_inactive");
  const owner = userProfile.parse(profile);
  const own = issuedCard.parse(card);
  if (own.ownershipId !== owner.ownershipId) throw new Declined("card_canceled");
  if (owner.blockedAt !== undefined) throw new Declined("account_blocked");
  // The consumer of the table's changes freezes the card some moments after the decision.
  if (Kyc.fromItem(request.userId, identity).cause) throw new Declined("card_frozen");
  return { before, card: own, spending: spending && cardSpending.parse(spending), profile: owner, identity };
}

/** Checks that the card may pay the request, in time. @throws Declined */
export function assertCardPays(request: Request, { before, card, spending }: DecisionInputs): void {
  const { facts, amountMinor, periods, untilMs } = request;
  if (performance.now() > untilMs) throw new Declined("busy");
  if (facts.currency !== CARD_ASSET) throw new Declined("currency");
  const approved = (before?.answers ?? []).filter((one) => one.approved);
  const purchase: Purchase = {
    amountMinor,
    totalMinor: Money.sum(approved.map((one) => one.amountMinor)) + amountMinor,
    method: facts.method,
    category: facts.merchant.category,
    country: facts.merchant.country,
  };
  const reason = findObstacle(card, purchase, spentIn(spending, periods));
  if (reason) throw new Declined(reason);
}

interface Purchase {
  /** Minor units: the amount of a first request, or the increment of a further one. */
  readonly amountMinor: bigint;
  /** The sum of this request and all approved requests before it. */
  readonly totalMinor: bigint;
  /** `online`, `keyed_in`, `contactless`, `chip`, `swipe`. */
  readonly method: string;
  readonly category: string;
  readonly country: string | undefined;
}

/** Cash, at a machine or over a counter (ISO 18245: 6010, 6011). */
const CASH = new Set(["automated_cash_disburse", "manual_cash_disburse"]);
const REMOTE = new Set(["online", "keyed_in"]);

/** One formatter per time zone: creating one takes longer than the rest of a decision. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  // Swedish dates have the format of ISO 8601.
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  formats.set(timeZone, format);
  return format;
}

type Periods = Pick<Spending, "day" | "month">;

/** Returns the calendar day and month of an instant in a time zone. */
export function toPeriods(iso: string, timeZone: string): Periods {
  const day = formatOf(timeZone).format(new Date(iso));
  return { day, month: day.slice(0, 7) };
}

type Spent = Pick<Spending, "dayMinor" | "monthMinor">;

export const spentIn = (spending: Spending | undefined, { day, month }: Periods): Spent => ({
  dayMinor: spending?.day === day ? spending.dayMinor : 0n,
  monthMinor: spending?.month === month ? spending.monthMinor : 0n,
});

/** Returns why the card may not pay a purchase; undefined if it may. Pure. */
function findObstacle(
  { status, settings, homeCountry }: Pick<IssuedCard, "status" | "settings" | "homeCountry">,
  { method, category, country, amountMinor, totalMinor }: Purchase,
  spent: Spent,
): DeclineReason | undefined {
  if (status === "frozen") return "card_frozen";
  if (status === "canceled") return "card_canceled";
  if (status !== "active") return "card_inactive";
  const { limits } = settings;
  if (CASH.has(category) && !settings.atmWithdrawals) return "atm_withdrawals_off";
  if (REMOTE.has(method) && !settings.onlinePayments) return "online_payments_off";
  if (method === "contactless" && !settings.contactless) return "contactless_off";
  if (country !== undefined && country !== homeCountry && !settings.abroad) return "abroad_off";
  const isOver = (limit: bigint | undefined, sum: bigint) => limit !== undefined && sum > limit;
  if (isOver(limits.perTransaction, totalMinor)) return "transaction_limit";
  if (isOver(limits.daily, spent.dayMinor + amountMinor)) return "daily_limit";
  if (isOver(limits.monthly, spent.monthMinor + amountMinor)) return "monthly_limit";
  return undefined;
}
