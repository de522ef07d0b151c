import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type RequestHandler, replaceHandle } from "@svc/local-aws/client";
import * as z from "zod";

/** Injected faults: throttling, failures, delays and lost responses of the platform's dependencies. */

const DELIVERY = ["duplicate", "reorder"];
const OF_DELIVERIES: Readonly<Record<string, readonly string[]>> = {
  "queue-delivery": DELIVERY,
  "stream-delivery": [...DELIVERY, "latency"],
};
const kindsOf = (dependency: string): readonly string[] =>
  OF_DELIVERIES[dependency] ?? ["throttling", "error", "latency", "lost-response"];

export const faultInput = z
  .strictObject({
    dependency: z.enum([
      "dynamodb",
      "sqs",
      "mail",
      "push",
      "sms",
      "connections",
      "psp",
      "queue-delivery",
      "stream-delivery",
    ]),
    kind: z.enum(["throttling", "error", "latency", "lost-response", "duplicate", "reorder"]),
    rate: z.number().min(0).max(1),
    latencyMs: z.int().min(1).max(60_000).optional(),
  })
  .refine(({ dependency, kind }) => kindsOf(dependency).includes(kind), {
    path: ["kind"],
    message:
      "duplicate and reorder are only for queue-delivery and stream-delivery; stream-delivery also accepts latency",
  })
  .refine(({ kind, latencyMs }) => latencyMs === undefined || kind === "latency", {
    path: ["latencyMs"],
    message: "is only for kind latency",
  });

export type Fault = z.output<typeof faultInput>;
export type Dependency = Fault["dependency"];
export type FaultKind = Fault["kind"];

const DEFAULT_LATENCY_MS = 250;

export interface Faults {
  /** Sets a fault's rate. 0 ends it. */
  set(fault: Fault): void;
  list(): Fault[];
  clear(): void;
  /** Returns the fault if it strikes this time. */
  strikes(dependency: Dependency, kind: FaultKind): Fault | undefined;
}

export function createFaults(random: () => number = Math.random): Faults {
  const active = new Map<string, Fault>();
  const key = (dependency: Dependency, kind: FaultKind) => `${dependency} ${kind}`;
  return {
    set(fault) {
      if (fault.rate === 0) active.delete(key(fault.dependency, fault.kind));
      else active.set(key(fault.dependency, fault.kind), fault);
    },
    list: () => [...active.values()],
    clear: () => active.clear(),
    strikes(dependency, kind) {
      const fault = active.get(key(dependency, kind));
      return fault && random() < fault.rate ? fault : undefined;
    },
  };
}

interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly message: string;
}

/** The errors of SNS, for push and text messages. */
const snsErrors = {
  throttling: { status: 429, type: "Throttled", message: "Rate exceeded" },
  error: { status: 500, type: "InternalError", message: "Internal server error" },
};

/** The errors of each service for throttling and failure. */
const refusals: Readonly<Record<string, { throttling: Refusal; error: Refusal }>> = {
  dynamodb: {
    throttling: {
      status: 400,
      type: "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException",
      message: "The level of configured provisioned throughput for the table was exceeded.",
    },
    error: {
      status: 500,
      type: "com.amazonaws.dynamodb.v20120810#InternalServerError",
      message: "Internal server error",
    },
  },
  sqs: {
    throttling: {
      status: 400,
      type: "com.amazonaws.sqs#RequestThrottled",
      message: "The request was throttled.",
    },
    error: { status: 500, type: "com.amazonaws.sqs#InternalFailure", message: "Internal server error" },
  },
  mail: {
    throttling: { status: 429, type: "TooManyRequestsException", message: "Too many requests" },
    error: { status: 500, type: "InternalServiceErrorException", message: "Internal server error" },
  },
  push: snsErrors,
  sms: snsErrors,
  connections: {
    throttling: { status: 429, type: "LimitExceededException", message: "Too many requests" },
    error: { status: 500, type: "InternalServerException", message: "Internal server error" },
  },
};

const json = ({ type, message }: Refusal): string => JSON.stringify({ __type: type, message });
/** SNS uses AWS's older XML protocol. */
const xml = ({ type, message }: Refusal): string =>
  `<ErrorResponse><Error><Code>${type}</Code><Message>${message}</Message></Error></ErrorResponse>`;

const refuse = (dependency: Dependency, refusal: Refusal) => ({
  response: {
    statusCode: refusal.status,
    headers: { "content-type": "application/x-amz-json-1.0", "x-amzn-errortype": refusal.type },
    body: Readable.from([Buffer.from(refusals[dependency] === snsErrors ? xml(refusal) : json(refusal))]),
  },
});

function discard(response: unknown): void {
  const body = typeof response === "object" && response && "body" in response ? response.body : undefined;
  if (body instanceof Readable) body.resume();
}

/** Wraps an SDK client's request handler with the faults of a dependency. */
export function withFaults<H extends RequestHandler>(
  faults: Faults,
  dependency: Exclude<Dependency, "psp" | "queue-delivery" | "stream-delivery">,
  inner: H,
): H {
  return replaceHandle(inner, async (request, options) => {
    const slow = faults.strikes(dependency, "latency");
    if (slow) await sleep(slow.latencyMs ?? DEFAULT_LATENCY_MS);
    const refusal = refusals[dependency];
    if (refusal && faults.strikes(dependency, "throttling")) return refuse(dependency, refusal.throttling);
    if (refusal && faults.strikes(dependency, "error")) return refuse(dependency, refusal.error);
    const answered = await inner.handle(request, options);
    if (!faults.strikes(dependency, "lost-response")) return answered;
    // The service has executed the request; only its client does not know. An unread response would block its connection.
    discard(answered.response);
    throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
  });
}

const stripeRefusals = {
  throttling: {
    status: 429,
    error: {
      type: "invalid_request_error",
      code: "rate_limit",
      message:
        "Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.",
    },
  },
  error: { status: 500, error: { type: "api_error", message: "An unknown error occurred." } },
} as const;

function stripeRefusal(kind: keyof typeof stripeRefusals): Response {
  const { status, error } = stripeRefusals[kind];
  return Response.json({ error }, { status, headers: { "request-id": "req_fault" } });
}

/** Wraps the `fetch` of the payment provider's SDK with its faults. */
export const fetchWithFaults =
  (faults: Faults, inner: typeof fetch = fetch): typeof fetch =>
  async (input, init) => {
    const slow = faults.strikes("psp", "latency");
    // The caller's timeout applies: a request that is still delayed when it ends is not sent.
    if (slow)
      await sleep(
        slow.latencyMs ?? DEFAULT_LATENCY_MS,
        undefined,
        init?.signal ? { signal: init.signal } : {},
      );
    if (faults.strikes("psp", "throttling")) return stripeRefusal("throttling");
    if (faults.strikes("psp", "error")) return stripeRefusal("error");
    const answered = await inner(input, init);
    if (!faults.strikes("psp", "lost-response")) return answered;
    await answered.body?.cancel();
    throw new TypeError("fetch failed", {
      cause: Object.assign(new Error("socket hang up"), { code: "ECONNRESET" }),
    });
  };
