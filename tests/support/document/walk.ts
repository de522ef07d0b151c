import type { Platform } from "../platform.ts";
import { type Operation, operations, validationError } from "./operations.ts";
import type { RawRequest } from "./opposites.ts";
import { type Caller, createCaller, requestsOf, type TestRequest } from "./requests.ts";

/**
 * Tests a platform against its own API document. Sends each operation allowed requests and requests with one change,
 * with every kind of credential that it accepts. No response may be a 5xx, have a status or body that the document does
 * not declare, or accept forbidden input. Requests derive from a seed, so a run can be repeated.
 */

/** How many requests each operation receives: allowed by the document, and with one change. */
export interface Run {
  readonly seed: number;
  readonly allowed: number;
  readonly changed: number;
}

/** Calls every operation. @returns the violations of the document */
export async function findViolations(platform: Pick<Platform, "url" | "seed">, run: Run): Promise<string[]> {
  const people = { PARTICULIER: await createCallers("PARTICULIER"), ADMIN: await createCallers("ADMIN") };
  const requests = operations.flatMap((one, index) =>
    requestsOf(one, callerOf(one, index, people), platform.seed.webhookSecrets, {
      ...run,
      seed: run.seed + index,
    }),
  );
  return runRequests(platform.url, requests);
}

/** Concurrent requests. */
const CONCURRENCY = 16;

type Role = "PARTICULIER" | "ADMIN";
/** Creates several users of a role, so that each operation stays below the rate limits of its user. */
const createCallers = (role: Role): Promise<Caller[]> =>
  Promise.all(Array.from({ length: 8 }, () => createCaller(role)));

/** Returns the caller of an operation: a user with a role that it accepts. */
function callerOf({ spec }: Operation, index: number, people: Readonly<Record<Role, readonly Caller[]>>) {
  const acceptsAnyUser = spec.auth !== "admin" && !spec.roles && index % 2 === 0;
  return people[acceptsAnyUser ? "PARTICULIER" : "ADMIN"][index % 8] as Caller;
}

/** A segment of dots never leaves a client: URLs are normalized without them (RFC 3986, section 5.2.4). */
const isSendable = (segment: string): boolean => !/^\.{0,2}$/.test(segment);

const urlOf = (url: string, { path }: Operation, { params, query }: RawRequest): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const given = params[name];
    return encodeURIComponent(given !== undefined && isSendable(given) ? given.toWellFormed() : "x");
  });
  const search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  return `${url}${filled}${search === "" ? "" : `?${search}`}`;
};

let addresses = 0;

/** Sends a request. @returns the violation of the document, if any */
async function findViolation(
  url: string,
  { operation, sent, credential }: TestRequest,
): Promise<string | undefined> {
  const stop = new AbortController();
  const headers = {
    ...sent.headers,
    ...credential,
    "x-forwarded-for": `10.${++addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`,
  };
  const response = await fetch(urlOf(url, operation, sent), {
    method: operation.method,
    headers,
    body: operation.method === "GET" ? null : (sent.body ?? null),
    redirect: "manual",
    signal: stop.signal,
  });
  const type = response.headers.get("content-type") ?? "";
  const endless = type.startsWith("text/event-stream") && operation.method === "GET";
  const text = endless ? "" : await response.text();
  stop.abort();
  const problem =
    responseViolation(operation, response.status, type, text) ??
    acceptedInvalidInput(operation, sent, response.status);
  if (problem === undefined) return undefined;
  return `${operation.id} ${problem}\n  ${response.status} ${text.slice(0, 400)}\n  ${operation.method} ${urlOf(url, operation, sent).slice(0, 300)} ${JSON.stringify(sent.headers)}\n  ${sent.body?.slice(0, 400)}`;
}

function responseViolation(
  { responses }: Operation,
  status: number,
  type: string,
  text: string,
): string | undefined {
  if (status >= 500) return "fails";
  const declared = responses[String(status)];
  if (!declared) return `answers ${status}, which is not declared`;
  const { content } = declared;
  if (!content) return text === "" ? undefined : "answers with a body, and none is declared";
  const schema = (content[type] ?? content[type.split(";")[0] ?? ""])?.schema;
  if (!schema) return `answers ${type}, which is not declared`;
  if (!type.includes("json")) return undefined;
  const problem = validationError(schema, JSON.parse(text));
  return problem && `answers what is not declared: ${problem}`;
}

/** Returns the violation if a response accepted input that the document forbids. */
function acceptedInvalidInput(
  { spec, parameters, body, bodyRequired }: Operation,
  sent: RawRequest,
  status: number,
): string | undefined {
  if (status >= 300) return undefined;
  const query = Object.fromEntries(sent.query);
  if (Object.keys(query).length < sent.query.length) return "takes a parameter that comes twice";
  for (const one of parameters) {
    const value =
      one.in === "path" ? sent.params[one.name] : one.in === "query" ? query[one.name] : undefined;
    if (value === undefined && one.in !== "query") continue;
    const problem =
      value === undefined
        ? one.required && "is missing"
        : validationError(one.schema, parseTyped(one.schema.type, value));
    if (problem) return `takes ${one.name}, which ${problem}`;
  }
  if (!body || spec.request?.raw || !sent.headers["content-type"]?.includes("json")) return undefined;
  if (!sent.body) return bodyRequired ? "takes no body" : undefined;
  const problem = validationError(body, JSON.parse(sent.body));
  return problem && `takes a body that is forbidden: ${problem}`;
}

const parseTyped = (type: string | undefined, value: string): unknown =>
  type === "integer" || type === "number" ? Number(value) : value;

async function runRequests(url: string, requests: readonly TestRequest[]): Promise<string[]> {
  const problems: string[] = [];
  const left = requests.values();
  const work = async () => {
    for (const one of left) {
      const problem = await findViolation(url, one);
      if (problem !== undefined) problems.push(problem);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return problems;
}
