import * as Clock from "../../kernel/clock/index.ts";
import { rateLimitCount } from "../entity.ts";
import * as Table from "../table/index.ts";
import * as Where from "../table/where.ts";
import {
  addRequest,
  burstMs,
  type Count,
  countAt,
  decisionOf,
  expiresAt,
  intervalMs,
  waitMs,
} from "./count.ts";
import { type Decision, decide, type Limit, Recent } from "./limit.ts";

/** Counts large limits and plans: one item of constant size, one conditional write. See `count.ts`. */

const recent = new Recent<Count>(2_000);

/**
 * Counts one request if the limit allows it. It costs one conditional write, a second one if another instance began a
 * slot first, and a read before the request is rejected.
 */
export async function take(limit: Limit, caller: string): Promise<Decision> {
  const key = rateLimitCount.key({ bucket: limit.bucket, caller });
  let known = recent.of(key.pk);
  let isCertain = false;
  // The time of arrival, at every attempt: the count up to then only grows, so few attempts are needed.
  const nowMs = Clock.nowMs();
  return decide(limit, async () => {
    let before = countAt(limit, known, nowMs);
    if (!isCertain && waitMs(limit, before, nowMs) > 0) {
      // The remembered count may be outdated, so a caller is rejected only by the stored one.
      known = read(await Table.get(key));
      isCertain = true;
      before = countAt(limit, known, nowMs);
    }
    if (waitMs(limit, before, nowMs) > 0) return decisionOf(limit, before, nowMs, false);
    try {
      const after = rateLimitCount.parse(await Table.update(key, change(limit, known, before, nowMs)));
      recent.note(key.pk, after);
      return decisionOf(limit, after, nowMs, true);
    } catch (error) {
      if (!(error instanceof Table.ConditionFailed)) throw error;
      known = read(error.item);
      isCertain = true;
      recent.note(key.pk, known);
      throw error;
    }
  });
}

const read = (item: Table.Item | undefined): Count | undefined => item && rateLimitCount.parse(item);

/** Returns the write of one more request. */
const change = (limit: Limit, known: Count | undefined, before: Count, nowMs: number) =>
  known === before ? increment(limit, before, nowMs) : begin(limit, known, before, nowMs);

/** Within a slot requests only add up, so parallel ones do not conflict. */
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

/** Takes a request from the burst: from now if the burst is whole, else on top of the earlier requests. */
const pace = (limit: Limit, wholeAtMs: number, nowMs: number) =>
  wholeAtMs < nowMs
    ? { set: { wholeAtMs: nowMs + intervalMs(limit) }, where: Where.below("wholeAtMs", nowMs) }
    : {
        add: { wholeAtMs: intervalMs(limit) },
        where: Where.between("wholeAtMs", nowMs, nowMs + burstMs(limit)),
      };

/** Writes a new slot whole, if the former state has not changed: within a slot the total identifies the state. */
const begin = (limit: Limit, known: Count | undefined, before: Count, nowMs: number) => ({
  set: { ...addRequest(limit, before, nowMs), ttl: expiresAt(limit, before) },
  where: known ? Where.is({ slot: known.slot, total: known.total }) : Where.absent,
});
