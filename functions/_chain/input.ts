import jsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type * as z from "zod";
import { DEFAULT_MAX_BODY_BYTES, MAX_PARAMETER_LENGTH, type RouteSpec } from "../../contract/route.ts";
import {
  BodyTooLarge,
  type FieldProblem,
  fail,
  InvalidRequest,
  MalformedJson,
  UnsupportedMediaType,
} from "../../core/kernel/errors.ts";
import { inexactNumbers, MOST_PROBLEMS, tornText, unkeptNames } from "./exact.ts";
import { header, type Step, type StepRequest } from "./middleware.ts";
import { problemsOf, sentenceOf } from "./problems.ts";
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
    const { params, query, body, raw } = spec.request ?? {};
    if (params) state.params = check(params, within(event.pathParameters, "path"), "path");
    if (query) state.query = check(query, within(queryOf(event), "query"), "query");
    if (body && !raw) state.body = check(body, await readBody(spec, request), "body");
  },
});

type Given = Readonly<Record<string, string | undefined>>;

/** Parameters of a length that something can be done with. @throws INVALID_REQUEST */
function within(given: Given = {}, part: "path" | "query"): Given {
  const most = MAX_PARAMETER_LENGTH[part];
  const long = Object.entries(given).filter(([, value = ""]) => value.length > most);
  if (long.length === 0) return given;
  throw invalid(long.map(([field]) => ({ field, message: `must have at most ${most} characters` })));
}

/**
 * The query's parameters. API Gateway joins those of one name by commas, which nobody could tell from a value
 * with a comma in it.
 * @throws INVALID_REQUEST for a name that comes twice
 */
function queryOf({ rawQueryString, queryStringParameters }: APIGatewayProxyEventV2): Given | undefined {
  const names = [...new URLSearchParams(rawQueryString).keys()];
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  if (repeated.size === 0) return queryStringParameters;
  throw invalid(
    [...repeated].slice(0, MOST_PROBLEMS).map((field) => ({ field, message: "must be given once" })),
  );
}

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
  throw invalid(parsed.error.issues.flatMap((issue) => problemsOf(issue, part)));
}

const invalid = (fields: readonly FieldProblem[]): Error =>
  fail(InvalidRequest, { message: sentenceOf(fields), details: { fields } });
