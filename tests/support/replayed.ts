import * as Idempotency from "../../core/platform/idempotency/index.ts";

/**
 * Does work under an idempotency key as a route's chain does, and returns whether an earlier or parallel result was replayed
 * instead. @throws the errors of the work
 */
export const isReplayed = async <T>(claim: Idempotency.Claim<T>, work: () => Promise<T>): Promise<boolean> =>
  (await Idempotency.once(claim, undefined, work)).replayed;
