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

/** How much one member of staff may move alone, and at all. */

const HOURS = 24;

/** From this worth within 24 hours on a second member of staff must approve: cents of a euro. */
const approvalCents = () => BigInt(envInt("ADJUSTMENT_APPROVAL_EUR", 1_000)) * 100n;
/** What one member of staff may ask for and approve within 24 hours. */
const dailyCents = () => BigInt(envInt("ADJUSTMENT_DAILY_EUR", 10_000)) * 100n;

const euros = (cents: bigint): string => Assets.format(cents, "EUR");

export const tallyKey = ({ userId, mode }: Owner): Table.Key => tallyEntity.key({ userId, mode });

/** Thrown where more than one member of staff may move alone comes together: a second one is to be asked. */
export class NeedsApproval extends Error {
  override readonly name = "NeedsApproval";
}

/** What is asked for or done: alone, or with a second member of staff. */
interface Move {
  readonly cents: bigint;
  readonly alone: boolean;
}

type Hours = Readonly<Record<string, bigint>>;

/**
 * The write that counts what a member of staff moves, over the tally that was read. An hour counts until 24
 * whole hours have passed after it, so no 24 hours see more than the limits. What is moved alone counts
 * together, so that a large adjustment in small parts needs a second one too.
 * @throws ADJUSTMENT_LIMIT_EXCEEDED, NeedsApproval
 */
export function counting(staff: Owner, { cents, alone }: Move, item: Table.Item | undefined): Table.Write {
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
