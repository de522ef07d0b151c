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

/** Thrown if a function exceeds its timeout. Lambda would end it; here it continues, and its result is dropped. */
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

/** Injects no faults. */
export const noFaults: DeliveryFaults = { strikes: () => undefined };

const ignored = () => undefined;

/**
 * Creates the second argument of a handler.
 * @param ending after it is aborted, no time remains, so that a handler that works until its timeout ends
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
    // Real time, because it limits this process's work independently of the platform's clock.
    getRemainingTimeInMillis: () => (ending?.aborted ? 0 : Math.max(0, deadlineMs - Date.now())),
    done: ignored,
    fail: ignored,
    succeed: ignored,
  };
}

/** Invokes a handler. @throws TimedOut, or the handler's error */
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
