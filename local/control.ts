import type { IncomingMessage } from "node:http";
import { type HttpAnswer, send } from "@svc/local-aws/http/event";
import type { Intercept } from "@svc/local-aws/http/gateway";
import { type MailSink, sendEmailInput } from "@svc/local-aws/messages/mail";
import type { PushSink } from "@svc/local-aws/messages/push";
import type { SmsSink } from "@svc/local-aws/messages/sms";
import type * as z from "zod";
import * as Clock from "../core/kernel/clock/index.ts";
import { advanceInput, type LocalClock } from "./clock.ts";
import type { Drained } from "./drain.ts";
import { type Faults, faultInput } from "./faults.ts";
import type { Seed } from "./seed.ts";

/**
 * The control endpoints under `/_local/`, for the developer at this machine. They answer only loopback connections, whatever
 * the headers state, and no web page: neither one of another origin, nor one whose host name resolves to this address. They also
 * reject the platform's own calls to a user's webhook address, which carry the headers of a webhook.
 */

export interface Controls {
  readonly isReady: () => boolean;
  readonly seed: Seed;
  readonly clock: LocalClock;
  /** Applies a clock change to all parts. */
  readonly clockMoved: () => Promise<void>;
  readonly drain: () => Promise<Drained>;
  readonly mail: MailSink;
  readonly push: PushSink;
  readonly sms: SmsSink;
  readonly faults: Faults;
  readonly reset: () => Promise<void>;
  readonly report: (line: string) => void;
}

interface ErrorBody {
  readonly status: number;
  readonly error: string;
  readonly message: string;
  readonly problems?: readonly { readonly field: string; readonly message: string }[];
}

class Refusal extends Error {
  readonly body: ErrorBody;
  constructor(body: ErrorBody) {
    super(body.message);
    this.body = body;
  }
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;
/** Headers of every webhook delivery, which its owner cannot remove. */
const WEBHOOK_HEADERS = ["webhook-id", "x-svc-event"];
const MAX_BODY_BYTES = 1024 * 1024;

/** Returns the reason if a request may not use the control endpoints. */
export function forbidden(request: IncomingMessage): string | undefined {
  const { host = "", origin } = request.headers;
  if (!LOOPBACK.test(request.socket.remoteAddress ?? "")) return "only this machine may call it";
  if (!LOCAL_HOST.test(host)) return `the Host header must be localhost, got "${host}"`;
  if (origin !== undefined && origin !== `http://${host}`) return `pages of ${origin} may not call it`;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none")
    return "pages of other sites may not call it";
  if (WEBHOOK_HEADERS.some((name) => name in request.headers)) return "webhooks may not call it";
  return undefined;
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8") as AsyncIterable<string>) {
    text += chunk;
    if (text.length > MAX_BODY_BYTES)
      throw new Refusal({ status: 413, error: "BODY_TOO_LARGE", message: "The body is larger than 1 MiB." });
  }
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    throw new Refusal({ status: 400, error: "MALFORMED_JSON", message: "The body is not valid JSON." });
  }
}

/** Parses a body. @throws Refusal that names each invalid field and its rule */
async function read<T>(request: IncomingMessage, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(await readJson(request));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => ({
    field: issue.path.join("."),
    message: issue.message,
  }));
  const [first] = problems;
  const message = `The request is invalid: ${first?.field ? `${first.field}: ` : ""}${first?.message}.`;
  throw new Refusal({ status: 400, error: "INVALID_REQUEST", message, problems });
}

const starting = () => new Refusal({ status: 503, error: "STARTING", message: "The platform is starting." });

type Endpoint = (request: IncomingMessage, query: URLSearchParams) => Promise<unknown> | unknown;

function endpoints(controls: Controls): Readonly<Record<string, Endpoint>> {
  const { clock, mail, push, sms, faults } = controls;
  return {
    "GET /_local/health": () => {
      if (!controls.isReady()) throw starting();
      return { ready: true };
    },
    "GET /_local/seed": () => controls.seed,
    "POST /_local/clock": async (request) => {
      clock.advance((await read(request, advanceInput)).advanceSeconds);
      await controls.clockMoved();
      return { now: Clock.nowIso() };
    },
    "POST /_local/drain": () => controls.drain(),
    "GET /_local/mail": (_, query) => ({ messages: mail.list(query.get("to") ?? undefined) }),
    "GET /_local/push": (_, query) => ({ messages: push.list(query.get("to") ?? undefined) }),
    "GET /_local/sms": (_, query) => ({ messages: sms.list(query.get("to") ?? undefined) }),
    "GET /_local/faults": () => ({ faults: faults.list() }),
    "POST /_local/faults": async (request) => {
      faults.set(await read(request, faultInput));
      return { faults: faults.list() };
    },
    "POST /_local/reset": async () => {
      await controls.reset();
      return { reset: true };
    },
    // The endpoint of the SES client (AWS_ENDPOINT_URL_SESV2).
    "POST /_local/ses/v2/email/outbound-emails": async (request) =>
      mail.take(await read(request, sendEmailInput)),
  };
}

const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): HttpAnswer => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  body: Buffer.from(`${JSON.stringify(body)}\n`),
});

const refusal = ({ status, ...body }: ErrorBody, headers?: Readonly<Record<string, string>>): HttpAnswer =>
  json(status, status === 503 ? { ready: false, ...body } : body, headers);

/**
 * Handles the requests to the control endpoints.
 * @param controls undefined while the platform starts
 */
export function control(controls: () => Controls | undefined): Intercept {
  async function answer(request: IncomingMessage, path: string, query: string): Promise<HttpAnswer> {
    const reason = forbidden(request);
    if (reason) return refusal({ status: 403, error: "FORBIDDEN", message: `${path}: ${reason}.` });
    const current = controls();
    if (!current) throw starting();
    const known = endpoints(current);
    const endpoint = known[`${request.method} ${path}`];
    if (endpoint) return json(200, await endpoint(request, new URLSearchParams(query)));
    const allow = Object.keys(known).flatMap((key) => (key.endsWith(` ${path}`) ? [key.split(" ")[0]] : []));
    if (allow.length === 0)
      return refusal({ status: 404, error: "NOT_FOUND", message: `There is no endpoint ${path}.` });
    const message = `${path} accepts ${allow.join(", ")}, not ${request.method}.`;
    return refusal({ status: 405, error: "METHOD_NOT_ALLOWED", message }, { allow: allow.join(", ") });
  }

  return (request, response) => {
    const [path = "/", query = ""] = (request.url ?? "/").split("?");
    if (!path.startsWith("/_local/")) return false;
    answer(request, path, query)
      .catch((error: unknown) => {
        if (error instanceof Refusal) return refusal(error.body);
        controls()?.report(`${path}: ${error instanceof Error ? error.stack : error}`);
        return refusal({
          status: 500,
          error: "INTERNAL_ERROR",
          message: "It failed; the terminal shows the reason.",
        });
      })
      .then((answered) => send(response, answered));
    return true;
  };
}
