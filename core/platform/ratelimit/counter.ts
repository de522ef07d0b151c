import * as Clock from "../../kernel/clock/index.ts";
import { rateLimitCount } from "../entity.ts";
import * as Table from "../table/index.ts";
import * as Where from "../table/where.ts";
import { aheadMs, asOf, type Count, decisionOf, expiresAt, intervalMs, plusOne, waitMs } from "./count.ts";
import { type Decision, type Limit, overrun, Recent } from "./limit.ts";

/**
 * Large limits and plans: one item of constant size, one conditional write. See `count.ts` for what is
 * counted.
 */

const recent = new Recent<Count>(2_000);

const MAX_ATTEMPTS = 10;

/**
 * Counts one request if the limit leaves room for it.
 * Cost: one conditional write. A second one where another instance was faster to begin a slot; where there is
 * no room, a read.
 */
export async function take(limit: Limit, caller: string): Promise<Decision> {
  const key = rateLimitCount.key({ bucket: limit.bucket, caller });
  let known = recent.of(key.pk);
  let certain = false;
  // The moment that it came, whatever the attempts take: what was counted by then only grows, so few are
  // needed.
  const nowMs = Clock.nowMs();
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const before = asOf(limit, known, nowMs);
    if (waitMs(limit, before, nowMs) > 0) {
      if (certain) return decisionOf(limit, before, nowMs, false);
      // Nobody is refused on what this instance remembers.
      known = read(await Table.get(key));
      certain = true;
      continue;
    }
    try {
      const item = await Table.update(key, change(limit, known, before, nowMs));
      const after = rateLimitCount.parse(item);
      recent.note(key.pk, after);
      return decisionOf(limit, after, nowMs, true);
    } catch (error) {
      if (!(error instanceof Table.ConditionFailed)) throw error;
      known = read(error.item);
      certain = true;
      recent.note(key.pk, known);
    }
  }
  return overrun(limit, nowMs);
}

const read = (item: Table.Item | undefined): Count | undefined => item && rateLimitCount.parse(item);

/** The write of one more request. */
const change = (limit: Limit, known: Count | undefined, before: Count, nowMs: number) =>
  known === before ? increment(limit, before, nowMs) : begin(limit, known, before, nowMs);

/** Within a slot requests only add up: parallel ones do not stand in each other's way. */
function increment(limit: Limit, { slot, wholeAtMs }: Count, nowMs: number) {
  const { max, perDay } = limit;
  const burst = limit.burst === undefined ? undefined : pace(limit, wholeAtMs, nowMs);
  return {
    add: { total: 1, today: 1, ...burst?.add },
    ...(burst?.set && { set: burst.set }),
    where: Where.all(
      Where.is({ slot }),
      Where.below("total", max),
      ...(burst ? [burst.where] : []),
      ...(perDay === undefined ? [] : [Where.below("today", perDay)]),
    ),
  };
}

/** What a request takes of the burst: from now where it is whole, otherwise on top of what was taken. */
const pace = (limit: Limit, wholeAtMs: number, nowMs: number) =>
  wholeAtMs < nowMs
    ? { set: { wholeAtMs: nowMs + intervalMs(limit) }, where: Where.below("wholeAtMs", nowMs) }
    : {
        add: { wholeAtMs: intervalMs(limit) },
        where: Where.between("wholeAtMs", nowMs, nowMs + aheadMs(limit)),
      };

/**
 * A new slot is written whole, on the state that it was made of: within a slot the total says which that was.
 */
const begin = (limit: Limit, known: Count | undefined, before: Count, nowMs: number) => ({
  set: { ...plusOne(limit, before, nowMs), ttl: expiresAt(limit, before) },
  where: known ? Where.is({ slot: known.slot, total: known.total }) : Where.absent,
});
