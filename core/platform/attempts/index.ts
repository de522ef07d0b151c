import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import { KeyReused } from "../idempotency/errors.ts";
import * as Idempotency from "../idempotency/index.ts";
import * as Psp from "../psp/index.ts";
import * as Table from "../table/index.ts";
import * as Where from "../table/where.ts";
import { attempt as attemptEntity } from "./entity.ts";

/**
 * Attempts. The result of a request is kept under the client's key once its work is done; work that a
 * provider does may be done there and not be known here, where the process has died in between. So what a
 * request sets out to do is noted before the provider is asked, and a later try goes on with that: whatever
 * of it depends on the moment stays as the first try found it.
 */

export interface Attempt<T> {
  /** What the first try set out to do. */
  readonly plan: T;
  /** When that was: ISO 8601. */
  readonly startedAt: string;
  /** False where a try before this one may have asked the provider. */
  readonly isFirst: boolean;
}

/**
 * Begins a request's attempt, or takes up the one that an earlier try has begun.
 * @param claim the client's key; attempts of two keys never meet
 * @param step what is done of the request, as in `Psp.keyOf`
 * @param plan texts and flags alone; it counts where this is the first try
 * @throws IDEMPOTENCY_KEY_REUSED when the key was used for another request
 */
export async function begin<T extends Readonly<Record<keyof T, string | boolean>>>(
  claim: Idempotency.Claim<unknown>,
  step: string,
  plan: T,
): Promise<Attempt<T>> {
  const nowSeconds = Clock.nowSeconds();
  const { fingerprint } = claim;
  const mine = { plan, startedAt: Clock.nowIso() };
  const key = attemptEntity.key({ attempt: Psp.keyOf(claim, step) });
  try {
    await Table.put(
      { ...key, ...mine, fingerprint, ttl: nowSeconds + Idempotency.TTL_SECONDS },
      // An expired one that TTL has not swept yet counts as absent.
      Where.any(Where.absent, Where.atMost("ttl", nowSeconds)),
    );
    return { ...mine, isFirst: true };
  } catch (error) {
    if (!(error instanceof Table.ConditionFailed) || !error.item) throw error;
    const first = attemptEntity.parse(error.item);
    if (first.fingerprint !== fingerprint) throw fail(KeyReused);
    return { plan: first.plan as T, startedAt: first.startedAt, isFirst: false };
  }
}
