import type { Presented } from "../../core/identity/api-keys/text.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { Recent } from "../../core/platform/ratelimit/limit.ts";
import type { Plan } from "../../core/platform/ratelimit/schema.ts";

/**
 * The plans of API keys that held when they were last presented here: the next request of one is counted beside
 * the read of its key, and not after it. What a key may do, the read says, at every request. For a minute a key
 * that was revoked is still counted for its owner, as it was while it held; one that never held is not.
 */
const HOLDS_MS = 60_000;

interface Remembered {
  readonly plan: Plan;
  readonly untilMs: number;
}

const remembered = new Recent<Remembered>(2_000);

/** The plan of a key that held within the last minute. */
export function planOf({ hash }: Presented): Plan | undefined {
  const one = remembered.of(hash);
  return one && Clock.nowMs() < one.untilMs ? one.plan : undefined;
}

/** Notes whether a key holds, and its plan. */
export const note = ({ hash }: Presented, plan: Plan | undefined): void =>
  remembered.note(hash, plan && { plan, untilMs: Clock.nowMs() + HOLDS_MS });
