import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import { envFlag, envInt } from "../../kernel/env.ts";
import { fail } from "../../kernel/errors.ts";
import type { Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { HOUR_MS } from "../../kernel/time.ts";
import type * as Table from "../../platform/table/index.ts";
import { tally as tallyEntity } from "./entity.ts";
import { AdjustmentLimit } from "./errors.ts";

/** The limits on the adjustments of one member of staff. */

const HOURS = 24;

/** The worth within 24 hours from which a second member of staff must approve: cents of a euro. */
const approvalCents = () => BigInt(envInt("ADJUSTMENT_APPROVAL_EUR", 1_000)) * 100n;
/** The maximum that one member of staff may request and approve within 24 hours: cents of a euro. */
const dailyCents = () => BigInt(envInt("ADJUSTMENT_DAILY_EUR", 10_000)) * 100n;

const euros = (cents: bigint): string => Assets.format(cents, "EUR");

export const tallyKey = ({ userId, mode }: Owner): Table.Key => tallyEntity.key({ userId, mode });

export class NeedsApproval extends Error {}

type Hours = Readonly<Record<string, bigint>>;

/**
 * Returns the write that adds an adjustment to the tally if the tally is unchanged. An hour counts until
 * 24 whole hours have passed after it, so any 24 hours stay within the limits. Amounts without approval are summed, so
 * that a large adjustment cannot be split.
 * @throws ADJUSTMENT_LIMIT_EXCEEDED, NeedsApproval
 */
export function tallyWrite(
  staff: Owner,
  { cents, alone }: { readonly cents: bigint; readonly alone: boolean },
  item: Table.Item | undefined,
): Table.Write {
  const before = item ? tallyEntity.parse(item) : undefined;
  const now = Math.floor(Clock.nowMs() / HOUR_MS);
  const recent = (hours: Hours = {}): Hours =>
    Object.fromEntries(Object.entries(hours).filter(([hour]) => Number(hour) >= now - HOURS));
  const added = (hours: Hours): Hours => ({ ...hours, [now]: (hours[now] ?? 0n) + cents });
  const [all, byOne] = [recent(before?.hours), recent(before?.alone)];
  if (
    alone &&
    envFlag("ADJUSTMENT_FOUR_EYES", true) &&
    Money.sum(Object.values(byOne)) + cents >= approvalCents()
  )
    throw new NeedsApproval();
  const limit = dailyCents();
  const moved = Money.sum(Object.values(all));
  if (moved + cents > limit)
    throw fail(AdjustmentLimit, {
      details: { limitEur: euros(limit), movedEur: euros(moved), worthEur: euros(cents) },
    });
  return {
    put: {
      ...tallyKey(staff),
      ...tallyEntity.encode({
        version: (before?.version ?? 0n) + 1n,
        hours: added(all),
        alone: alone ? added(byOne) : byOne,
      }),
    },
    where: tallyEntity.unchanged(before),
  };
}
