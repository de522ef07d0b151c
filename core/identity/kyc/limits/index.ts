import * as Clock from "../../../kernel/clock/index.ts";
import { env } from "../../../kernel/env.ts";
import { fail } from "../../../kernel/errors.ts";
import { type Text, text } from "../../../kernel/texts/index.ts";
import * as Table from "../../../platform/table/index.ts";
import * as Where from "../../../platform/table/where.ts";
import * as Kyc from "../index.ts";
import { kycMoved } from "./entity.ts";
import { KycLimitExceeded } from "./errors.ts";
import { type Direction, kycLimits, type LevelLimits, type Limits, type Moved } from "./schema.ts";

/**
 * Limits of what a user moves, by how far the identity is checked. What comes in by the user's own wish, and
 * what goes out, count apart, each in any 24 hours and any 30 days: an hour counts until 24 whole hours have
 * passed after it, and a day until 30 whole days have. They are counted in the very transaction that moves
 * the money, over exactly what was read, so that requests at once cannot pass them together. What comes back
 * later (a withdrawal that failed) was moved all the same; of what was only asked for and did not come about the
 * room is given back (`recounting`).
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HOURS = 24;
const DAYS = 30;

/** Wide, for trying things; production begins with narrow ones (`stacks/config.ts`). */
const DEFAULT = "0:10000/20000/50000 1:50000/100000/500000 2:250000/500000/2000000";

/** The limits of all levels, the lowest first; a level that is not named has those of the one below. */
export const all = (): readonly LevelLimits[] => kycLimits.parse(env("KYC_LIMITS", DEFAULT));

/** The limits of a level; undefined where it has none. */
export const ofLevel = (level: number): Limits | undefined => all().findLast((one) => one.level <= level);

/** What somebody moves. */
export interface Movement {
  readonly userId: string;
  readonly direction: Direction;
  /** What it is worth, in cents of a euro. */
  readonly cents: bigint;
}

/** What a movement depends on, to be read with whatever else its transaction does: level, and what was moved. */
export const keysOf = ({
  userId,
  direction,
}: Pick<Movement, "userId" | "direction">): readonly Table.Key[] => [
  Kyc.keyOf(userId),
  kycMoved.key({ userId, direction }),
];

/** What `keysOf` has read. */
export type Read = readonly (Table.Item | undefined)[];

/**
 * The write that counts a movement, over what was read; refused where another was faster.
 * @throws KYC_LIMIT_EXCEEDED
 */
export function counting(
  { userId, direction, cents }: Movement,
  [standing, item]: Read,
  nowMs: number = Clock.nowMs(),
): Table.Write {
  const { level } = Kyc.fromItem(userId, standing);
  const before = item && kycMoved.parse(item);
  const now = recent(before);
  const limits = ofLevel(level);
  if (limits) check(limits, { level, direction, cents, day: sumOf(now.hours), month: sumOf(now.days) });
  const [hour, day] = partsOf(nowMs);
  return replacing({ userId, direction }, before, {
    hours: { ...now.hours, [hour]: (now.hours[hour] ?? 0n) + cents },
    days: { ...now.days, [day]: (now.days[day] ?? 0n) + cents },
  });
}

/** The key of what a user has moved. */
export const movedKey = (of: Pick<Movement, "userId" | "direction">): Table.Key => kycMoved.key(of);

/** How a movement that was counted is to be counted from now on. */
export interface Recount {
  /** More than was counted; below zero: less. */
  readonly cents: bigint;
  /** When it was counted. */
  readonly atMs: number;
}

/**
 * The writes that count movements anew, in the hours and the days in which they were counted and as far as these
 * still count; over what was read. Nothing refuses it: what has come in has come in.
 */
export function recounting(
  { userId, direction }: Pick<Movement, "userId" | "direction">,
  recounts: readonly Recount[],
  item: Table.Item | undefined,
): readonly Table.Write[] {
  const before = item && kycMoved.parse(item);
  if (!before || recounts.length === 0) return [];
  const parts = recounts.reduce(({ hours, days }, { cents, atMs }) => {
    const [hour, day] = partsOf(atMs);
    return { hours: changed(hours, hour, cents), days: changed(days, day, cents) };
  }, recent(before));
  return [replacing({ userId, direction }, before, parts)];
}

function changed(parts: Parts, part: string, cents: bigint): Parts {
  const sum = (parts[part] ?? 0n) + cents;
  return part in parts ? { ...parts, [part]: sum > 0n ? sum : 0n } : parts;
}

const partsOf = (ms: number): readonly [string, string] => [
  String(Math.floor(ms / HOUR_MS)),
  String(Math.floor(ms / DAY_MS)),
];

const replacing = (
  of: Pick<Movement, "userId" | "direction">,
  before: Moved | undefined,
  parts: Pick<Moved, "hours" | "days">,
): Table.Write => ({
  put: kycMoved.item({ ...of, ...parts, revision: (before?.revision ?? 0n) + 1n }),
  where: before ? Where.is({ revision: before.revision }) : Where.absent,
});

type Parts = Moved["hours"];

/** What still counts. */
function recent(moved: Moved | undefined): { readonly hours: Parts; readonly days: Parts } {
  const since = (parts: Parts = {}, ms: number, count: number): Parts => {
    const first = Math.floor(Clock.nowMs() / ms) - count;
    return Object.fromEntries(Object.entries(parts).filter(([part]) => Number(part) >= first));
  };
  return { hours: since(moved?.hours, HOUR_MS, HOURS), days: since(moved?.days, DAY_MS, DAYS) };
}

const sumOf = (parts: Parts): bigint => Object.values(parts).reduce((sum, one) => sum + one, 0n);

interface Asked {
  readonly level: number;
  readonly direction: Direction;
  readonly cents: bigint;
  /** What was moved before within 24 hours and within 30 days. */
  readonly day: bigint;
  readonly month: bigint;
}

/** Cents as a decimal in whole euro. */
export const euros = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;

const periods: Readonly<Record<keyof Limits, Text>> = {
  operation: text("in one operation", "par opération"),
  day: text("within 24 hours", "en 24 heures"),
  month: text("within 30 days", "en 30 jours"),
};

/** @throws KYC_LIMIT_EXCEEDED that says which of the limits is passed, and what is left of it */
function check(limits: Limits, { level, direction, cents, day, month }: Asked): void {
  const moved = { operation: 0n, day, month };
  const passed = (["operation", "day", "month"] as const).find((one) => moved[one] + cents > limits[one]);
  if (passed === undefined) return;
  const left = limits[passed] > moved[passed] ? limits[passed] - moved[passed] : 0n;
  const [most, rest, period] = [euros(limits[passed]), euros(left), periods[passed]];
  throw fail(KycLimitExceeded, {
    message: text(
      `At level ${level} you may move ${most} EUR ${period.en}, and ${rest} EUR of it are left. Have your identity verified further to move more.`,
      `Au niveau ${level}, vous pouvez déplacer ${most} EUR ${period.fr}, dont il reste ${rest} EUR. Faites vérifier davantage votre identité pour déplacer plus.`,
    ),
    details: {
      ...{ limit: passed, direction, level, limitEur: most, leftEur: rest, worthEur: euros(cents) },
    },
  });
}

/** What a user may move, and what is left of it. */
export interface Allowance {
  readonly limits: Limits;
  /** In cents, by direction: of 24 hours, and of 30 days. */
  readonly left: Readonly<Record<Direction, Pick<Limits, "day" | "month">>>;
}

/** What a user of a level may move; undefined where nothing limits it. */
export async function of(userId: string, level: number): Promise<Allowance | undefined> {
  const limits = ofLevel(level);
  if (!limits) return undefined;
  const items = await Table.getMany([
    kycMoved.key({ userId, direction: "in" }),
    kycMoved.key({ userId, direction: "out" }),
  ]);
  const [into = NONE, out = NONE] = items.map((item) => leftOf(limits, item && kycMoved.parse(item)));
  return { limits, left: { in: into, out } };
}

const NONE = { day: 0n, month: 0n };

function leftOf({ day, month }: Limits, moved: Moved | undefined): Pick<Limits, "day" | "month"> {
  const { hours, days } = recent(moved);
  const left = (limit: bigint, parts: Parts) => (limit > sumOf(parts) ? limit - sumOf(parts) : 0n);
  return { day: left(day, hours), month: left(month, days) };
}
