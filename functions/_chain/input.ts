import jsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type * as z from "zod";
import { wrongValueIn } from "../../contract/errors.ts";
import { MalformedBody } from "../../contract/http-errors.ts";
import { type Family, MAX_PARAMETER_LENGTH, type RouteSpec } from "../../contract/route.ts";
import {
  type ErrorDefinition,
  type FieldProblem,
  fail,
  failFields,
  InvalidRequest,
  UnsupportedMediaType,
} from "../../core/kernel/errors.ts";
import { isOfNames, problemsOf } from "../../core/kernel/problems.ts";
import { text } from "../../core/kernel/texts/index.ts";
import { checkBytes } from "./bytes.ts";
import { inexactNumbers, MOST_PROBLEMS, tornText, unkeptNames } from "./exact.ts";
import { EXPAND, expansionsOf, mayExpand } from "./expand.ts";
import { header, type Step, type StepRequest } from "./middleware.ts";
import { stateOf } from "./state.ts";
import { versionOf } from "./version.ts";

/**
 * Input: parameters, query and body, parsed by the route's schemas. Every refusal names the field and the
 * rule.
 */

const JSON_TYPE = "application/json";
/** With files: `form.ts` reads it, for the routes that take one. */
export const FILES_TYPE = "multipart/form-data";
const FORM_TYPE = "application/x-www-form-urlencoded";
const parseJson = jsonBodyParser();

export const input = (spec: RouteSpec): Step => ({
  before: async (request) => {
    const state = stateOf(request.event);
    const { params, query, body } = partsOf(spec, request);
    state.params = params();
    state.expand = expansionsOf(spec, request.event, state.actor);
    state.query = query();
    state.body = await body();
    state.isRead = true;
  },
});

/** The parts of a request's input. Each is read once, when it is first asked for, and refused as often as it is. */
export interface Parts {
  readonly params: () => unknown;
  readonly query: () => unknown;
  readonly body: () => Promise<unknown>;
}

const parts = new WeakMap<APIGatewayProxyEventV2, Parts>();

/** The parts of a request's input; undefined where the route takes none. */
export function partsOf(spec: RouteSpec, request: StepRequest): Parts {
  const { event } = request;
  const read = parts.get(event) ?? readingOf(spec, request);
  parts.set(event, read);
  return read;
}

function readingOf(spec: RouteSpec, request: StepRequest): Parts {
  const { event } = request;
  const { family, request: { params, query, raw, form, ...of } = {} } = spec;
  const body = of.stable && versionOf(event) === "v1" ? of.stable : of.body;
  const isForm = form && (mediaType(event) === FILES_TYPE || !body);
  return {
    params: once(() => params && check(params, within(event.pathParameters, "path", family), "path", family)),
    query: once(() => query && check(query, within(queryOf(spec, event), "query", family), "query", family)),
    body: once(async () => {
      if (body && !raw && !isForm) return check(body, await readBody(spec, request), "body", family);
      return undefined;
    }),
  };
}

/** Does the work at most once; what came of it is told each time. */
function once<T>(work: () => T): () => T {
  let outcome: (() => T) | undefined;
  return () => {
    if (!outcome) {
      try {
        const value = work();
        outcome = () => value;
      } catch (error) {
        outcome = () => {
          throw error;
        };
      }
    }
    return outcome();
  };
}

type Given = Readonly<Record<string, string | undefined>>;

/** Parameters of a length that something can be done with. @throws what the family calls a wrong value */
function within(given: Given = {}, part: "path" | "query", family: Family): Given {
  const most = MAX_PARAMETER_LENGTH[part];
  const long = Object.entries(given).filter(([, value = ""]) => value.length > most);
  if (long.length === 0) return given;
  throw refusal(
    wrongValueIn(family),
    long.map(([field]) => ({
      field,
      message: text(`must have at most ${most} characters`, `doit compter au plus ${most} caractères`),
    })),
  );
}

/**
 * The query's parameters. API Gateway joins those of one name by commas, which nobody could tell from a value
 * with a comma in it. What is to be expanded is read apart, and may come more than once.
 * @throws INVALID_REQUEST for a name that comes twice
 */
function queryOf(spec: RouteSpec, event: APIGatewayProxyEventV2): Given | undefined {
  const { rawQueryString, queryStringParameters } = event;
  const isOwn = (name: string) => name !== EXPAND || !mayExpand(spec, event);
  const names = [...new URLSearchParams(rawQueryString).keys()].filter(isOwn);
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  if (repeated.size === 0)
    return (
      queryStringParameters &&
      Object.fromEntries(Object.entries(queryStringParameters).filter(([name]) => isOwn(name)))
    );
  throw refusal(
    InvalidRequest,
    [...repeated]
      .slice(0, MOST_PROBLEMS)
      .map((field) => ({ field, message: text("must be given once", "doit être donné une seule fois") })),
  );
}

/** The media type that a body came in, in lower case and without its parameters; empty where it has none. */
export const mediaType = (event: APIGatewayProxyEventV2): string =>
  (header(event, "content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

/** The media types that a route takes. */
const acceptedBy = ({ request }: RouteSpec): readonly string[] => [
  ...(request?.form ? [FILES_TYPE] : []),
  ...(request?.body ? (request.contentTypes ?? [JSON_TYPE]) : []),
];

/** The error of a body of a type that is not taken. */
export function wrongType(spec: RouteSpec, event: APIGatewayProxyEventV2): Error {
  const accepted = acceptedBy(spec);
  const type = mediaType(event);
  return fail(UnsupportedMediaType, {
    message: text(
      `Send the body as ${accepted.join(" or ")}, not as ${type || "an unnamed type"}.`,
      `Envoyez le corps en ${accepted.join(" ou ")}, non en ${type || "un type sans nom"}.`,
    ),
    details: { accepted },
  });
}

/** @throws BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, MALFORMED_JSON */
async function readBody(spec: RouteSpec, request: StepRequest): Promise<unknown> {
  const { event } = request;
  checkBytes(spec, event);
  if (!event.body) return undefined;
  const type = mediaType(event);
  const known = type.endsWith("+json") ? JSON_TYPE : type;
  if (!acceptedBy(spec).includes(known)) throw wrongType(spec, event);
  return known === FORM_TYPE ? formFields(event) : jsonBody(request, spec.family);
}

/** The body as text. */
export const textOf = ({ body = "", isBase64Encoded }: APIGatewayProxyEventV2): string =>
  isBase64Encoded ? Buffer.from(body, "base64").toString("utf8") : body;

const formFields = (event: APIGatewayProxyEventV2): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(textOf(event)));

/**
 * @throws MALFORMED_JSON; for what would be something else as soon as it is read INVALID_REQUEST (a name), or
 *   what the family calls a wrong value
 */
async function jsonBody({ event, context }: StepRequest, family: Family): Promise<unknown> {
  // The parser puts its result in the event; it gets a copy, so that the event stays as it came.
  const copy = { event: { ...event }, context } as unknown as Parameters<
    NonNullable<typeof parseJson.before>
  >[0];
  const names: FieldProblem[] = [];
  const values: FieldProblem[] = [];
  try {
    const json = textOf(event);
    // The parser refuses such names, too, but does not say which.
    names.push(...unkeptNames(json));
    values.push(...inexactNumbers(json), ...tornText(json));
    if (names.length + values.length === 0) await parseJson.before?.(copy);
  } catch (cause) {
    throw fail(MalformedBody, { cause });
  }
  if (names.length > 0) throw refusal(InvalidRequest, [...names, ...values]);
  if (values.length > 0) throw refusal(wrongValueIn(family), values);
  return copy.event.body;
}

/**
 * @throws INVALID_REQUEST with every field that broke a rule; what the family calls a wrong value where all
 *   fields are there and known
 */
export function check(
  schema: z.ZodType,
  value: unknown,
  part: "path" | "query" | "body",
  family: Family,
): unknown {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  throw refusal(issues.some(isOfNames) ? InvalidRequest : wrongValueIn(family), problemsOf(issues, part));
}

const refusal = (definition: ErrorDefinition, fields: readonly FieldProblem[]): Error =>
  failFields(definition, fields);
