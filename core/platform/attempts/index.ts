import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import { attempt as attemptEntity } from "../entity.ts";
import { KeyReused } from "../idempotency/errors.ts";
import * as Idempotency from "../idempotency/index.ts";
import * as Psp from "../psp/index.ts";
import * as Table from "../table/index.ts";
import * as Where from "../table/where.ts";

/**
 * Attempts at a provider. A request's result is recorded under the client's key after its work; if the process dies in
 * between, the provider may have done work that the platform does not know. So the plan of a request is stored before
 * the provider is called, and a retry continues with the same plan, including values that depend on the time.
 */

/** An earlier attempt has begun. */
class AttemptBegun extends Error {
  override readonly name = "AttemptBegun";
  readonly item: Table.Item | undefined;
  constructor(item: Table.Item | undefined) {
    super("an earlier attempt at this request has begun");
    this.item = item;
  }
}

type Plan<T> = Readonly<Record<keyof T, string | boolean>>;

/** Returns whether an earlier attempt has begun, which may have called the provider. */
export async function hasBegun(claim: Idempotency.Claim<unknown>, step: string): Promise<boolean> {
  const item = await Table.get(attemptEntity.key({ attempt: Psp.keyOf(claim, step) }));
  return item !== undefined && Number(item["ttl"]) > Clock.nowSeconds();
}

/**
 * Begins a request's attempt, or continues the plan of an earlier one.
 * @param claim the client's key; attempts of two keys are independent
 * @param step the part of the request, as in `Psp.keyOf`
 * @param first commits the write that stores the plan, with further writes of it, and returns the plan: texts and flags
 *   only. Nothing of it is committed if an earlier attempt has begun
 * @returns the plan and the time of the first attempt. `isFirst` is false if an earlier one may have called the provider
 * @throws IDEMPOTENCY_KEY_REUSED if the key was used for another request
 */
export async function begin<T extends Plan<T>>(
  claim: Idempotency.Claim<unknown>,
  step: string,
  first: (noting: (plan: T) => Table.Write) => Promise<T>,
) {
  const nowSeconds = Clock.nowSeconds();
  const { fingerprint } = claim;
  const startedAt = Clock.nowIso();
  const key = attemptEntity.key({ attempt: Psp.keyOf(claim, step) });
  const noting = (plan: T): Table.Write => ({
    put: { ...key, plan, startedAt, fingerprint, ttl: nowSeconds + Idempotency.TTL_SECONDS },
    // An expired item that TTL has not deleted yet counts as absent.
    where: Where.any(Where.absent, Where.atMost("ttl", nowSeconds)),
    onConditionFailed: (item) => new AttemptBegun(item),
  });
  try {
    return { plan: await first(noting), startedAt, isFirst: true };
  } catch (error) {
    if (!(error instanceof AttemptBegun) || !error.item) throw error;
    const begun = attemptEntity.parse(error.item);
    if (begun.fingerprint !== fingerprint) throw fail(KeyReused);
    return { plan: begun.plan as T, startedAt: begun.startedAt, isFirst: false };
  }
}
