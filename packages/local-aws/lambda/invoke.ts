import { randomUUID } from "node:crypto";
import type { Context } from "aws-lambda";

/** Runs handlers as Lambda does: with a context and a timeout. */

export type Handler = (event: unknown, context: Context) => unknown;

/** A function's configuration. */
export interface FunctionSpec {
  readonly id: string;
  readonly timeoutSeconds?: number | undefined;
  readonly memoryMb?: number | undefined;
}

export const DEFAULT_TIMEOUT_SECONDS = 10;
const DEFAULT_MEMORY_MB = 512;

/**
 * A function ran longer than its timeout. Lambda would have killed it; here it runs on, and its answer is
 * dropped.
 */
export class TimedOut extends Error {
  override readonly name = "TimedOut";
}

/** Decides whether a fault is injected into a delivery. */
export interface DeliveryFaults {
  strikes(
    source: "queue-delivery" | "stream-delivery",
    kind: "duplicate" | "latency" | "reorder",
  ): { readonly latencyMs?: number | undefined } | undefined;
}

/** Injects none. */
export const noFaults: DeliveryFaults = { strikes: () => undefined };

const ignored = () => undefined;

/**
 * The second argument of every handler.
 * @param ending once it is aborted no time is left: a handler that works until its time is over then ends
 *   with its next step
 */
export function lambdaContext(spec: FunctionSpec, ending?: AbortSignal): Context {
  const requestId = randomUUID();
  const deadlineMs = Date.now() + (spec.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000;
  return {
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: true,
    functionName: spec.id,
    functionVersion: "$LATEST",
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${spec.id}`,
    memoryLimitInMB: String(spec.memoryMb ?? DEFAULT_MEMORY_MB),
    logGroupName: `/aws/lambda/${spec.id}`,
    logStreamName: "local",
    // Real time: it bounds this process's work, whatever the platform's clock says.
    getRemainingTimeInMillis: () => (ending?.aborted ? 0 : Math.max(0, deadlineMs - Date.now())),
    done: ignored,
    fail: ignored,
    succeed: ignored,
  };
}

/** Invokes a handler. @throws TimedOut, or whatever the handler throws */
export async function invoke(
  handler: Handler,
  event: unknown,
  spec: FunctionSpec,
  ending?: AbortSignal,
): Promise<unknown> {
  const seconds = spec.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
  let limit: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const late = () => reject(new TimedOut(`${spec.id} ran longer than its ${seconds} s`));
    limit = setTimeout(late, seconds * 1000).unref();
  });
  try {
    const run = Promise.resolve(handler(event, lambdaContext(spec, ending)));
    return await Promise.race([run, timeout]);
  } finally {
    clearTimeout(limit);
  }
}
