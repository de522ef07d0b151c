import type { IssuedCard, Spending } from "../schema.ts";
import type { DeclineReason } from "./schema.ts";

/** Whether a purchase may be paid, as far as the card says: status, settings, limits. Pure. */

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
