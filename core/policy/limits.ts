import * as Kyc from "../identity/kyc/index.ts";
import * as Clock from "../kernel/clock/index.ts";
import { env, envInt } from "../kernel/env.ts";
import { fail } from "../kernel/errors.ts";
import { type Text, text } from "../kernel/texts/index.ts";
import { DAY_MS, HOUR_MS } from "../kernel/time.ts";
import { type Items, resolveWrites } from "../ledger/draft.ts";
import type { Policy } from "../ledger/post.ts";
import * as Table from "../platform/table/index.ts";
import { kycMoved } from "./entity.ts";
import { KycLimitExceeded } from "./errors.ts";
import {
  type Direction,
  kycLimits,
  type LevelLimits,
  type Limits,
  type Moved,
  STEP_UP_DAILY_EUR,
} from "./schema.ts";

/**
 * Limits on the value that a user moves, by verification level. Incoming and outgoing money count separately, per
 * operation, in any 24 hours and in any 30 days: an hour counts until 24 full hours after it, a day until 30 full days.
 * Movements are counted in the transaction that moves the money. It requires that the sums are unchanged since they were read, so that
 * parallel requests cannot exceed a limit together. A withdrawal that fails later stays counted; a failed payment is
 * subtracted again (`recountWrites`).
 */

const HOURS = 24;
const DAYS = 30;

/** High limits for development. Production starts with lower limits (`stacks/config.ts`). */
const DEFAULT = "0:10000/20000/50000 1:50000/100000/500000 2:250000/500000/2000000";

/** Returns the configured limits, lowest level first. A level without limits has those of the next lower level. */
export const all = (): readonly LevelLimits[] => kycLimits.parse(env("KYC_LIMITS", DEFAULT));

/** Returns the limits of a level; undefined if neither it nor a lower level has limits. */
export const ofLevel = (level: number): Limits | undefined => all().findLast((one) => one.level <= level);

/** A movement that counts against a user's limits. */
export interface Movement {
  readonly userId: string;
  readonly direction: Direction;
  /** Its value in euro cents. */
  readonly cents: bigint;
  /** Whether it counts against the allowance for movements without a recent proof. */
  readonly unconfirmed?: boolean | undefined;
}

/** The value that an account moves within 24 hours without a proof, in euro cents (DESIGN section 4, Recent proof). */
const allowanceCents = (): bigint => BigInt(envInt("STEP_UP_DAILY_EUR", STEP_UP_DAILY_EUR)) * 100n;

/** Thrown if a movement without a proof exceeds the allowance. The caller then requires a proof, and tries again. */
export class AllowanceExceeded extends Error {
  override readonly name = "AllowanceExceeded";
}

export interface LimitOptions {
  /**
   * The value that the entry moves into or out of the user's accounts. An exchange within them, such as a swap or a
   * stake, does not count.
   */
  readonly kycMovement?: Movement | undefined;
}

/** Counts an entry's movement against the limits of the user's level, in its transaction. @throws KYC_LIMIT_EXCEEDED, AllowanceExceeded */
export const limitPolicy: Policy<LimitOptions, Partial<ReturnType<typeof inputKeys>>> = {
  name: "limits",

  reads: ({ kycMovement }) => (kycMovement ? inputKeys(kycMovement) : {}),

  apply(draft, { request: { kycMovement }, items }) {
    if (!kycMovement) return draft;
    const count = countWrite(kycMovement, items);
    return { ...draft, extraWrites: (after) => [...resolveWrites(draft.extraWrites, after), count] };
  },
};

/** The user's verification and the sums moved so far. */
export type Inputs = Items<Partial<ReturnType<typeof inputKeys>>>;

export const inputKeys = ({ userId, direction }: Pick<Movement, "userId" | "direction">) => ({
  verification: Kyc.keyOf(userId),
  moved: kycMoved.key({ userId, direction }),
});

/**
 * Returns the write that counts a movement. It fails if the sums have changed since they were read.
 * @throws KYC_LIMIT_EXCEEDED, AllowanceExceeded
 */
export function countWrite(
  { userId, direction, cents, unconfirmed = false }: Movement,
  { verification, moved }: Inputs,
  nowMs: number = Clock.nowMs(),
): Table.Write {
  const { level } = Kyc.fromItem(userId, verification);
  const before = moved && kycMoved.parse(moved);
  const now = recent(before);
  const limits = ofLevel(level);
  if (limits)
    assertWithin(limits, { level, direction, cents, day: sumOf(now.hours), month: sumOf(now.days) });
  if (unconfirmed && sumOf(now.unconfirmed) + cents > allowanceCents()) throw new AllowanceExceeded();
  const [hour, day] = partsOf(nowMs);
  const plus = (parts: Parts, part: string): Parts => ({ ...parts, [part]: (parts[part] ?? 0n) + cents });
  return replaceWrite({ userId, direction }, before, {
    hours: plus(now.hours, hour),
    days: plus(now.days, day),
    unconfirmed: unconfirmed ? plus(now.unconfirmed, hour) : now.unconfirmed,
  });
}

/**
 * Returns the write that counts a value that a user sends without a proof from elsewhere than an account, such as a saved card. It
 * counts against the allowance, but against no limit of the level, which hold for accounts.
 * @param moved the sums of outgoing money as they were read
 * @throws AllowanceExceeded
 */
export function countUnconfirmedWrite(
  userId: string,
  cents: bigint,
  moved: Table.Item | undefined,
): Table.Write {
  const before = moved && kycMoved.parse(moved);
  const now = recent(before);
  if (sumOf(now.unconfirmed) + cents > allowanceCents()) throw new AllowanceExceeded();
  const [hour] = partsOf(Clock.nowMs());
  const unconfirmed = { ...now.unconfirmed, [hour]: (now.unconfirmed[hour] ?? 0n) + cents };
  return replaceWrite({ userId, direction: "out" }, before, { ...now, unconfirmed });
}

/** Returns whether an account that sends a value now without a proof would exceed the allowance. @param cents in euro */
export async function exceedsAllowance(
  { userId }: Pick<Movement, "userId">,
  cents: bigint,
): Promise<boolean> {
  const moved = await Table.get(movedKey({ userId, direction: "out" }));
  return sumOf(recent(moved && kycMoved.parse(moved)).unconfirmed) + cents > allowanceCents();
}

export const movedKey = (of: Pick<Movement, "userId" | "direction">): Table.Key => kycMoved.key(of);

/** A correction of a movement that was counted. */
export interface Recount {
  /** The difference in cents; negative if the movement counts less. */
  readonly cents: bigint;
  /** When the movement was counted, in milliseconds since the epoch. */
  readonly atMs: number;
}

/**
 * Returns the writes that correct counted movements, in the hours and days in which they were counted, as far as
 * these still count. They are not checked against the limits, since the money has already moved.
 * @param item the sums as they were read
 */
export function recountWrites(
  { userId, direction }: Pick<Movement, "userId" | "direction">,
  recounts: readonly Recount[],
  item: Table.Item | undefined,
): readonly Table.Write[] {
  const before = item && kycMoved.parse(item);
  if (!before || recounts.length === 0) return [];
  const parts = recounts.reduce(({ hours, days, unconfirmed }, { cents, atMs }) => {
    const [hour, day] = partsOf(atMs);
    return { hours: addTo(hours, hour, cents), days: addTo(days, day, cents), unconfirmed };
  }, recent(before));
  return [replaceWrite({ userId, direction }, before, parts)];
}

/** Adds to the sum of a period that still counts, but not below zero. */
function addTo(parts: Parts, part: string, cents: bigint): Parts {
  const sum = (parts[part] ?? 0n) + cents;
  return part in parts ? { ...parts, [part]: sum > 0n ? sum : 0n } : parts;
}

const partsOf = (ms: number): readonly [string, string] => [
  String(Math.floor(ms / HOUR_MS)),
  String(Math.floor(ms / DAY_MS)),
];

const replaceWrite = (
  of: Pick<Movement, "userId" | "direction">,
  before: Moved | undefined,
  parts: Sums,
): Table.Write => ({
  put: kycMoved.item({ ...of, ...parts, version: (before?.version ?? 0n) + 1n }),
  where: kycMoved.unchanged(before),
});

type Parts = Moved["hours"];
type Sums = Pick<Moved, "hours" | "days" | "unconfirmed">;

/** Returns the sums of the periods that still count. */
function recent(moved: Moved | undefined): Sums {
  const since = (parts: Parts = {}, ms: number, count: number): Parts => {
    const first = Math.floor(Clock.nowMs() / ms) - count;
    return Object.fromEntries(Object.entries(parts).filter(([part]) => Number(part) >= first));
  };
  return {
    hours: since(moved?.hours, HOUR_MS, HOURS),
    days: since(moved?.days, DAY_MS, DAYS),
    unconfirmed: since(moved?.unconfirmed, HOUR_MS, HOURS),
  };
}

const sumOf = (parts: Parts): bigint => Object.values(parts).reduce((sum, one) => sum + one, 0n);

interface Attempt {
  readonly level: number;
  readonly direction: Direction;
  readonly cents: bigint;
  /** Cents moved before, within 24 hours and within 30 days. */
  readonly day: bigint;
  readonly month: bigint;
}

/** Formats cents as euros. */
export const euros = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;

const periods: Readonly<Record<keyof Limits, Text>> = {
  operation: text("in one operation", "par opération"),
  day: text("within 24 hours", "en 24 heures"),
  month: text("within 30 days", "en 30 jours"),
};

/** @throws KYC_LIMIT_EXCEEDED, with the exceeded limit and its remaining amount */
function assertWithin(limits: Limits, { level, direction, cents, day, month }: Attempt): void {
  const moved = { operation: 0n, day, month };
  const exceeded = (["operation", "day", "month"] as const).find((one) => moved[one] + cents > limits[one]);
  if (exceeded === undefined) return;
  const left = limits[exceeded] > moved[exceeded] ? limits[exceeded] - moved[exceeded] : 0n;
  const [most, rest, period] = [euros(limits[exceeded]), euros(left), periods[exceeded]];
  throw fail(KycLimitExceeded, {
    message: text(
      `At verification level ${level} you can transfer up to ${most} EUR ${period.en}; ${rest} EUR remain. Verify your identity further to raise this limit.`,
      `Au niveau de vérification ${level}, vous pouvez transférer jusqu'à ${most} EUR ${period.fr} ; il vous reste ${rest} EUR. Complétez la vérification de votre identité pour relever ce plafond.`,
    ),
    details: {
      ...{ limit: exceeded, direction, level, limitEur: most, leftEur: rest, worthEur: euros(cents) },
    },
  });
}

/** The limits of a user, and their remaining amounts. */
export interface Allowance {
  readonly limits: Limits;
  /** Cents left by direction, of 24 hours and of 30 days. */
  readonly left: Readonly<Record<Direction, Pick<Limits, "day" | "month">>>;
}

/** Reads the allowance of a user at a level; undefined if the level has no limits. */
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
