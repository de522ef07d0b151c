import { userProfile } from "../../../identity/entity.ts";
import { SvcError } from "../../../kernel/errors.ts";
import type { Items } from "../../../ledger/draft.ts";
import { AccountNotFound, InsufficientBalance } from "../../../ledger/errors.ts";
import type * as Table from "../../../platform/table/index.ts";
import { AccountInDebt, KycLimitExceeded } from "../../../policy/errors.ts";
import { cardSpending, issuedCard } from "../entity.ts";
import { CARD_ASSET, type IssuedCard, type Spending } from "../schema.ts";
import { cardAuthorization } from "./entity.ts";
import type { AuthorizationFacts } from "./facts.ts";
import type { Answered, Authorization, DeclineReason } from "./schema.ts";

/** Whether a purchase may be paid, as far as the card says: status, settings, limits. Pure. */

export interface Answer {
  readonly approved: boolean;
  readonly reason?: DeclineReason | undefined;
}

/** What is asked, of whom. */
export interface Asked {
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

/** Why the request is declined. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly reason: DeclineReason;
  constructor(reason: DeclineReason) {
    super(reason);
    this.reason = reason;
  }
}

/** The request was answered before. */
export class Known extends Error {
  override readonly name = "Known";
  readonly answer: Answer;
  constructor({ approved, reason }: Answered) {
    super("this request was answered before");
    this.answer = { approved, reason };
  }
}

/** Why an error declines the request; undefined where it is a fault. */
export function reasonOf(error: unknown): DeclineReason | undefined {
  if (error instanceof Refusal) return error.reason;
  if (!(error instanceof SvcError)) return undefined;
  if (error.is(InsufficientBalance)) return "insufficient_funds";
  if (error.is(AccountInDebt)) return "account_in_debt";
  if (error.is(KycLimitExceeded)) return "identity_limit";
  return error.is(AccountNotFound) ? "card_inactive" : undefined;
}

/** Returns the inputs of a decision, to be read at once. */
export const readsOf = ({ facts: { authorizationId }, userId, cardId }: Asked) => ({
  authorization: cardAuthorization.key({ authorizationId }),
  card: issuedCard.key({ userId, cardId }),
  spending: cardSpending.key({ cardId }),
  profile: userProfile.key({ userId }),
});

/** The authorization as it is kept, and what this very request was answered before. */
export function earlierOf({ ordinal }: Asked, item: Table.Item | undefined) {
  const before = item && cardAuthorization.parse(item);
  return { before, known: before?.answers.find((one) => one.ordinal === ordinal) };
}

/** What a decision is made of. */
export interface Basis {
  readonly before: Authorization | undefined;
  readonly card: IssuedCard;
  readonly spending: Spending | undefined;
  readonly profile: { readonly ownershipId: string };
}

/** @throws Known, Refusal */
export function basisOf(
  asked: Asked,
  { authorization, card, spending, profile }: Items<ReturnType<typeof readsOf>>,
): Basis {
  const { before, known } = earlierOf(asked, authorization);
  if (known) throw new Known(known);
  if (!card || !profile) throw new Refusal("card_inactive");
  const owner = userProfile.parse(profile);
  const own = issuedCard.parse(card);
  if (own.ownershipId !== owner.ownershipId) throw new Refusal("card_canceled");
  if (owner.blockedAt !== undefined) throw new Refusal("account_blocked");
  return { before, card: own, spending: spending && cardSpending.parse(spending), profile: owner };
}

/** That the card may pay it, in time. @throws Refusal */
export function checkCard(asked: Asked, { before, card, spending }: Basis): void {
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

/** What a merchant asks for. */
export interface Purchase {
  /** More, in minor units: the whole of a first request, the increment of a further one. */
  readonly amountMinor: bigint;
  /** All that it comes to with what was approved before. */
  readonly totalMinor: bigint;
  /** `online`, `keyed_in`, `contactless`, `chip`, `swipe`. */
  readonly method: string;
  readonly category: string;
  readonly country: string | undefined;
}

/** Cash, at a machine or over a counter (ISO 18245: 6010, 6011). */
const CASH = new Set(["automated_cash_disburse", "manual_cash_disburse"]);
const REMOTE = new Set(["online", "keyed_in"]);

/** Made once for each zone: that takes longer than all the rest of a decision. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  // Sweden writes dates as ISO 8601 does.
  const made = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  formats.set(timeZone, made);
  return made;
}

/** A calendar's day and the month that it is in. */
export interface Periods {
  readonly day: string;
  readonly month: string;
}

/** The calendar's day and month at an instant, where the platform is at home. */
export function periodsOf(iso: string, timeZone: string): Periods {
  const day = formatOf(timeZone).format(new Date(iso));
  return { day, month: day.slice(0, 7) };
}

/** What was spent in these periods so far. */
export const spentIn = (
  spending: Spending | undefined,
  { day, month }: Periods,
): { readonly dayMinor: bigint; readonly monthMinor: bigint } => ({
  dayMinor: spending?.day === day ? spending.dayMinor : 0n,
  monthMinor: spending?.month === month ? spending.monthMinor : 0n,
});

/** Why it may not be paid; undefined where it may. */
export function obstacle(
  { status, settings, homeCountry }: Pick<IssuedCard, "status" | "settings" | "homeCountry">,
  purchase: Purchase,
  spent: { readonly dayMinor: bigint; readonly monthMinor: bigint },
): DeclineReason | undefined {
  if (status === "frozen") return "card_frozen";
  if (status === "canceled") return "card_canceled";
  if (status !== "active") return "card_inactive";
  const { method, category, country, amountMinor, totalMinor } = purchase;
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
