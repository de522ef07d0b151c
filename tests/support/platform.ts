import { afterAll, beforeAll } from "vitest";
import * as Correlation from "../../core/platform/correlation.ts";
import { type Runtime, type RuntimeOptions, start } from "../../local/runtime.ts";

// Read when handlers load: the cheapest bcrypt cost, and no log lines between test results.
process.env["BCRYPT_COST"] ??= "4";
process.env["POWERTOOLS_LOG_LEVEL"] ??= "SILENT";

export interface CallOptions {
  /** Sent as JSON, or as a form if it is FormData. */
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The client's IP address. Give each client its own unless the test is about limits per address. */
  readonly ip?: string;
}

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface Platform
  extends Pick<Runtime, "url" | "seed" | "faults" | "dynamodbEndpoint" | "tableName"> {
  /** Resolves when the demo's history exists. */
  demoReady: Runtime["demoReady"];
  advance: Runtime["advance"];
  drain: Runtime["drain"];
  mail: Runtime["mail"];
  push: Runtime["push"];
  sms: Runtime["sms"];
  reset: Runtime["reset"];
  /** Calls the API over HTTP and parses the JSON response. */
  call<T = Record<string, unknown>>(method: string, path: string, options?: CallOptions): Promise<Answer<T>>;
}

/** Calls a platform over HTTP with the current correlation id, and parses the JSON response. */
export async function call<T>(
  url: string,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer<T>> {
  const { body, token, headers, ip } = options;
  const correlationId = Correlation.current();
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(correlationId !== undefined && { "x-correlation-id": correlationId }),
      ...(body !== undefined && !(body instanceof FormData) && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(ip !== undefined && { "x-forwarded-for": ip }),
      ...headers,
    },
    body: body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body),
    redirect: "manual",
  });
  const text = await response.text();
  const json = response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, body: json as T };
}

/**
 * Gives the tests of a file the whole platform, in memory and in this process: real HTTP, database and
 * queues. The doubles of providers are off by default. Call it at the top of the file. `TEST_FUNCTIONS` names
 * a folder of bundles to run instead of the sources (`npm run bundle` writes `dist/functions`).
 */
export function withPlatform(options: RuntimeOptions = {}): Platform {
  let runtime: Runtime | undefined;
  const up = (): Runtime => {
    if (!runtime) throw new Error("the platform is up between beforeAll and afterAll only");
    return runtime;
  };
  beforeAll(async () => {
    const folder = process.env["TEST_FUNCTIONS"];
    const load = folder === undefined ? {} : { load: (await import("./deployed.ts")).deployed(folder) };
    runtime = await start({ providers: false, ...load, ...options });
  });
  afterAll(() => runtime?.stop());
  return {
    get url() {
      return up().url;
    },
    get seed() {
      return up().seed;
    },
    get faults() {
      return up().faults;
    },
    get dynamodbEndpoint() {
      return up().dynamodbEndpoint;
    },
    get tableName() {
      return up().tableName;
    },
    demoReady: () => up().demoReady(),
    advance: (seconds) => up().advance(seconds),
    drain: () => up().drain(),
    mail: (to) => up().mail(to),
    push: (to) => up().push(to),
    sms: (to) => up().sms(to),
    reset: () => up().reset(),
    call: (method, path, given = {}) => call(up().url, method, path, given),
  };
}
