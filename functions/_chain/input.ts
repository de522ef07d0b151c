import jsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type * as z from "zod";
import { MalformedBody, wrongValueIn } from "../../contract/errors.ts";
import { type Family, MAX_PARAMETER_LENGTH, type RouteSpec } from "../../contract/route.ts";
import {
  type FieldProblem,
  fail,
  failFields,
  InvalidRequest,
  UnsupportedMediaType,
} from "../../core/kernel/errors.ts";
import { isOfNames, problemsOf } from "../../core/kernel/problems.ts";
import { text } from "../../core/kernel/texts/index.ts";
import { inexactNumbers, MAX_PROBLEMS, malformedText, unusableNames } from "./json.ts";
import {
  checkBytes,
  EXPAND,
  mayExpand,
  mediaType,
  type Step,
  type StepRequest,
  stateOf,
  textOf,
  versionOf,
} from "./request.ts";

/** Parses parameters, query and body by the route's schemas. Every rejection names the field and the rule. */

const JSON_TYPE = "application/json";
/** The type of a form with files, which `form.ts` reads. */
export const FILES_TYPE = "multipart/form-data";
const FORM_TYPE = "application/x-www-form-urlencoded";
const parseJson = jsonBodyParser();

export const input = (spec: RouteSpec): Step => ({
  before: async (request) => {
    const state = stateOf(request.event);
    const { params, query, body } = partsOf(spec, request);
    state.params = params();
    state.query = query();
    state.body = await body();
    state.isRead = true;
  },
});

/** The parts of a request's input. Each is parsed at its first use; an invalid part fails at every use. */
export interface Parts {
  readonly params: () => unknown;
  readonly query: () => unknown;
  readonly body: () => Promise<unknown>;
}

const parts = new WeakMap<APIGatewayProxyEventV2, Parts>();

/** Returns the parts of a request's input. A part is undefined if the route has no schema for it. */
export function partsOf(spec: RouteSpec, request: StepRequest): Parts {
  const known = parts.get(request.event) ?? parserOf(spec, request);
  parts.set(request.event, known);
  return known;
}

function parserOf(spec: RouteSpec, request: StepRequest): Parts {
  const { event } = request;
  const { family, request: { params, query, raw, form, ...of } = {} } = spec;
  const body = of.stable && versionOf(event) === "v1" ? of.stable : of.body;
  const isForm = form && (mediaType(event) === FILES_TYPE || !body);
  return {
    params: once(
      () => params && check(params, withinLength(event.pathParameters, "path", family), "path", family),
    ),
    query: once(
      () => query && check(query, withinLength(queryOf(spec, event), "query", family), "query", family),
    ),
    body: once(async () => {
      if (body && !raw && !isForm) return check(body, await readBody(spec, request), "body", family);
      return undefined;
    }),
  };
}

/** Does the work at the first call and returns its value at every call. */
function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}

type Given = Readonly<Record<string, string | undefined>>;

/** Returns the parameters if none is too long. @throws the family's error for an invalid value */
function withinLength(given: Given = {}, part: "path" | "query", family: Family): Given {
  const maxLength = MAX_PARAMETER_LENGTH[part];
  const long = Object.entries(given).filter(([, value = ""]) => value.length > maxLength);
  if (long.length === 0) return given;
  throw failFields(
    wrongValueIn(family),
    long.map(([field]) => ({
      field,
      message: text(
        `must have at most ${maxLength} characters`,
        `doit compter au plus ${maxLength} caractères`,
      ),
    })),
  );
}

/**
 * Returns the query's parameters. Rejects a repeated name, because API Gateway joins its values by commas. Only
 * `expand[]`, which is read separately, may be repeated.
 * @throws INVALID_REQUEST
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
  throw failFields(
    InvalidRequest,
    [...repeated].slice(0, MAX_PROBLEMS).map((field) => ({
      field,
      message: text("must be sent only once", "doit être envoyé une seule fois"),
    })),
  );
}

const acceptedBy = ({ request }: RouteSpec): readonly string[] => [
  ...(request?.form ? [FILES_TYPE] : []),
  ...(request?.body ? (request.contentTypes ?? [JSON_TYPE]) : []),
];

/** Makes the error of a body of a media type that the route does not accept. */
export function wrongType(spec: RouteSpec, event: APIGatewayProxyEventV2): Error {
  const accepted = acceptedBy(spec);
  const type = mediaType(event);
  return fail(UnsupportedMediaType, {
    message: text(
      `Send the body as ${accepted.join(" or ")}, not as ${type || "an unspecified type"}.`,
      `Envoyez le corps en ${accepted.join(" ou ")}, et non en ${type || "un type non précisé"}.`,
    ),
    details: { accepted },
  });
}

/** Reads and parses the body. @throws BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, MALFORMED_JSON */
async function readBody(spec: RouteSpec, request: StepRequest): Promise<unknown> {
  const { event } = request;
  checkBytes(spec, event);
  if (!event.body) return undefined;
  const type = mediaType(event);
  const known = type.endsWith("+json") ? JSON_TYPE : type;
  if (!acceptedBy(spec).includes(known)) throw wrongType(spec, event);
  return known === FORM_TYPE
    ? Object.fromEntries(new URLSearchParams(textOf(event)))
    : jsonBody(request, spec.family);
}

/**
 * Parses a JSON body.
 * @throws MALFORMED_JSON; INVALID_REQUEST for a name that an object cannot have; the family's error for a value that
 *   parsing would change
 */
async function jsonBody({ event, context }: StepRequest, family: Family): Promise<unknown> {
  // The parser replaces the event's body, so it gets a copy.
  const copy = { event: { ...event }, context } as unknown as Parameters<
    NonNullable<typeof parseJson.before>
  >[0];
  const names: FieldProblem[] = [];
  const values: FieldProblem[] = [];
  try {
    const json = textOf(event);
    // The parser rejects such names too, but does not name them.
    names.push(...unusableNames(json));
    values.push(...inexactNumbers(json), ...malformedText(json));
    if (names.length + values.length === 0) await parseJson.before?.(copy);
  } catch (cause) {
    throw fail(MalformedBody, { cause });
  }
  if (names.length > 0) throw failFields(InvalidRequest, [...names, ...values]);
  if (values.length > 0) throw failFields(wrongValueIn(family), values);
  return copy.event.body;
}

/**
 * Parses a value by its schema.
 * @throws INVALID_REQUEST if a field is missing or unknown, otherwise the route family's error for invalid values. Both list
 *   every invalid field
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
  throw failFields(issues.some(isOfNames) ? InvalidRequest : wrongValueIn(family), problemsOf(issues, part));
}
