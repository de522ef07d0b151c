import { Decimal } from "decimal.js";
import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { envFlag, envInt } from "../../kernel/env.ts";
import { fail } from "../../kernel/errors.ts";
import type { Mode } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Prices from "../../prices/index.ts";
import { tally as tallyEntity } from "./entity.ts";
import { AdjustmentLimit } from "./errors.ts";

/** How much one member of staff may move alone, and at all. */

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** From this worth on a second member of staff must approve: cents of a euro. */
const approvalCents = () => BigInt(envInt("ADJUSTMENT_APPROVAL_EUR", 1_000)) * 100n;
/** What one member of staff may ask for and approve within 24 hours. */
const dailyCents = () => BigInt(envInt("ADJUSTMENT_DAILY_EUR", 10_000)) * 100n;

/** Whether an adjustment of that worth needs a second member of staff. */
export const needsApproval = (cents: bigint): boolean =>
  envFlag("ADJUSTMENT_FOUR_EYES", true) && cents >= approvalCents();

/**
 * What an amount is worth, in cents of a euro, rounded up.
 * @throws PRICES_STALE, SERVICE_UNAVAILABLE where no price is known: what cannot be valued is not within a limit
 */
export async function worth({ symbol, decimals }: Assets.Asset, amount: bigint): Promise<bigint> {
  if (symbol === "EUR") return amount;
  const { eur } = await Prices.current(symbol);
  return BigInt(Money.toDecimal(amount, decimals).times(eur).times(100).toFixed(0, Decimal.ROUND_CEIL));
}

const euros = (cents: bigint): string => Money.format(cents, Assets.get("EUR").decimals);

interface Staff {
  readonly userId: string;
  readonly mode: Mode;
}

export const tallyKey = ({ userId, mode }: Staff): Table.Key => tallyEntity.key({ userId, mode });

/**
 * The write that counts what a member of staff moves, over the tally that was read. An hour counts until 24
 * whole hours have passed after it, so no 24 hours see more than the limit.
 * @throws ADJUSTMENT_LIMIT_EXCEEDED
 */
export function counting(staff: Staff, cents: bigint, item: Table.Item | undefined): Table.Write {
  const { revision, hours } = item ? tallyEntity.parse(item) : { revision: undefined, hours: {} };
  const now = Math.floor(Clock.nowMs() / HOUR_MS);
  const recent = Object.entries(hours).filter(([hour]) => Number(hour) >= now - HOURS);
  const moved = recent.reduce((sum, [, one]) => sum + one, 0n);
  const limit = dailyCents();
  if (moved + cents > limit)
    throw fail(AdjustmentLimit, {
      details: { limitEur: euros(limit), movedEur: euros(moved), worthEur: euros(cents) },
    });
  const kept = Object.fromEntries(recent);
  return {
    put: {
      ...tallyKey(staff),
      revision: (revision ?? 0n) + 1n,
      hours: { ...kept, [now]: (kept[now] ?? 0n) + cents },
    },
    where: revision === undefined ? Where.absent : Where.is({ revision }),
  };
}
