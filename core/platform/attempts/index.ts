import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import { attempt as attemptEntity } from "../entity.ts";
import { KeyReused } from "../idempotency/errors.ts";
import * as Idempotency from "../idempotency/index.ts";
import * as Psp from "../psp/index.ts";
import * as Table from "../table/index.ts";
import * as Where from "../table/where.ts";

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

/** An earlier try has begun. */
class Begun extends Error {
  override readonly name = "Begun";
  readonly item: Table.Item | undefined;
  constructor(item: Table.Item | undefined) {
    super("an earlier try of this request has begun");
    this.item = item;
  }
}

type Plan<T> = Readonly<Record<keyof T, string | boolean>>;

/** Whether an earlier try of the request has begun: the provider may have been asked. */
export async function hasBegun(claim: Idempotency.Claim<unknown>, step: string): Promise<boolean> {
  const item = await Table.get(attemptEntity.key({ attempt: Psp.keyOf(claim, step) }));
  return item !== undefined && Number(item["ttl"]) > Clock.nowSeconds();
}

/**
 * Begins a request's attempt, or takes up the one that an earlier try has begun.
 * @param claim the client's key; attempts of two keys never meet
 * @param step what is done of the request, as in `Psp.keyOf`
 * @param first commits the write that notes the plan, with whatever the plan counts, and answers the plan:
 *   texts and flags alone. None of it counts where an earlier try has begun
 * @throws IDEMPOTENCY_KEY_REUSED when the key was used for another request
 */
export async function begin<T extends Plan<T>>(
  claim: Idempotency.Claim<unknown>,
  step: string,
  first: (noting: (plan: T) => Table.Write) => Promise<T>,
): Promise<Attempt<T>> {
  const nowSeconds = Clock.nowSeconds();
  const { fingerprint } = claim;
  const startedAt = Clock.nowIso();
  const key = attemptEntity.key({ attempt: Psp.keyOf(claim, step) });
  const noting = (plan: T): Table.Write => ({
    put: { ...key, plan, startedAt, fingerprint, ttl: nowSeconds + Idempotency.TTL_SECONDS },
    // An expired one that TTL has not swept yet counts as absent.
    where: Where.any(Where.absent, Where.atMost("ttl", nowSeconds)),
    onConditionFailed: (item) => new Begun(item),
  });
  try {
    return { plan: await first(noting), startedAt, isFirst: true };
  } catch (error) {
    if (!(error instanceof Begun) || !error.item) throw error;
    const begun = attemptEntity.parse(error.item);
    if (begun.fingerprint !== fingerprint) throw fail(KeyReused);
    return { plan: begun.plan as T, startedAt: begun.startedAt, isFirst: false };
  }
}
