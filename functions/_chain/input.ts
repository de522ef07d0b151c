import jsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type * as z from "zod";
import { DEFAULT_MAX_BODY_BYTES, type RouteSpec } from "../../contract/route.ts";
import {
  BodyTooLarge,
  type FieldProblem,
  fail,
  InvalidRequest,
  MalformedJson,
  UnsupportedMediaType,
} from "../../core/kernel/errors.ts";
import { inexactNumbers, tornText, unkeptNames } from "./exact.ts";
import { header, type Step, type StepRequest } from "./middleware.ts";
import { stateOf } from "./state.ts";

/**
 * Input: parameters, query and body, parsed by the route's schemas. Every refusal names the field and the
 * rule.
 */

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";
const parseJson = jsonBodyParser();

export const input = (spec: RouteSpec): Step => ({
  before: async (request) => {
    const { event } = request;
    const state = stateOf(event);
    const { params, query, body } = spec.request ?? {};
    if (params) state.params = check(params, event.pathParameters ?? {}, "path");
    if (query) state.query = check(query, event.queryStringParameters ?? {}, "query");
    if (body) state.body = check(body, await readBody(spec, request), "body");
  },
});

const bytesOf = (event: APIGatewayProxyEventV2): number =>
  Buffer.byteLength(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");

/** @throws BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, MALFORMED_JSON */
async function readBody(spec: RouteSpec, request: StepRequest): Promise<unknown> {
  const { event } = request;
  const maxBytes = spec.request?.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  if (bytesOf(event) > maxBytes) {
    throw fail(BodyTooLarge, {
      message: `The body is larger than the ${maxBytes} bytes allowed here.`,
      details: { maxBytes },
    });
  }
  if (!event.body) return undefined;
  const accepted = spec.request?.contentTypes ?? [JSON_TYPE];
  const type = (header(event, "content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const known = type.endsWith("+json") ? JSON_TYPE : type;
  if (!accepted.includes(known)) {
    throw fail(UnsupportedMediaType, {
      message: `Send the body as ${accepted.join(" or ")}, not as ${type || "an unnamed type"}.`,
      details: { accepted },
    });
  }
  return known === FORM_TYPE ? formFields(event) : jsonBody(request);
}

/** The body as text. */
export const textOf = ({ body = "", isBase64Encoded }: APIGatewayProxyEventV2): string =>
  isBase64Encoded ? Buffer.from(body, "base64").toString("utf8") : body;

const formFields = (event: APIGatewayProxyEventV2): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(textOf(event)));

/** @throws MALFORMED_JSON; INVALID_REQUEST for what would be something else as soon as it is read */
async function jsonBody({ event, context }: StepRequest): Promise<unknown> {
  // The parser puts its result in the event; it gets a copy, so that the event stays as it came.
  const copy = { event: { ...event }, context } as unknown as Parameters<
    NonNullable<typeof parseJson.before>
  >[0];
  const problems: FieldProblem[] = [];
  try {
    const json = textOf(event);
    // The parser refuses such names, too, but does not say which.
    problems.push(...unkeptNames(json), ...inexactNumbers(json), ...tornText(json));
    if (problems.length === 0) await parseJson.before?.(copy);
  } catch (cause) {
    throw fail(MalformedJson, { cause });
  }
  if (problems.length > 0) throw invalid(problems);
  return copy.event.body;
}

/** @throws INVALID_REQUEST with every field that broke a rule */
export function check(schema: z.ZodType, value: unknown, part: "path" | "query" | "body"): unknown {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.flatMap((issue) => problems(issue, part)));
}

function invalid(fields: readonly FieldProblem[]): Error {
  const [first] = fields;
  const message = `The request is invalid: ${first?.field} ${first?.message}.`;
  return fail(InvalidRequest, { message, details: { fields } });
}

/** How an absent field is refused, be it a text, a choice of several kinds, or one of some words. */
const ABSENT = ["invalid_type", "invalid_union", "invalid_value"];

/** The message goes after the field's name: "amount must be above 0". */
function problems(issue: z.core.$ZodIssue, part: string): FieldProblem[] {
  const path = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      field: path === "" ? key : `${path}.${key}`,
      message: "is not a field here",
    }));
  }
  const missing = ABSENT.includes(issue.code) && issue.input === undefined;
  const message = missing ? "is required" : phrase(issue);
  return [{ field: path === "" ? part : path, message: message.charAt(0).toLowerCase() + message.slice(1) }];
}

/** The rule in words; what a schema says itself stays as it is. */
function phrase(issue: z.core.$ZodIssue): string {
  const { message } = issue;
  if (issue.code === "too_big" && message.startsWith("Too big:"))
    return bound(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum);
  if (issue.code === "too_small" && message.startsWith("Too small:"))
    return bound(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum);
  if (issue.code === "invalid_type" && message.startsWith("Invalid input:"))
    return `must be ${/^[aeio]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`;
  if (issue.code === "invalid_value" && message.startsWith("Invalid "))
    return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
  if (issue.code === "invalid_key") {
    const [rule] = issue.issues;
    return `is a name that cannot be used: it ${rule ? phrase(rule) : "breaks a rule"}`;
  }
  return message.replace(/^Invalid input: /, "");
}

function bound(origin: string, relation: string, limit: number | bigint): string {
  const counted = { string: "character", array: "entry" }[origin];
  if (counted === undefined) return `must be ${relation} ${limit}`;
  const many = counted === "entry" ? "entries" : "characters";
  return `must have ${relation} ${limit} ${limit === 1 ? counted : many}`;
}
