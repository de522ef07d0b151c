import type * as z from "zod";
import * as Assets from "../kernel/assets/index.ts";
import * as Clock from "../kernel/clock/index.ts";
import { type FieldProblem, fail } from "../kernel/errors.ts";
import { InvalidPayload } from "./errors.ts";
import {
  FIRST_DAY,
  MAX_STATEMENT_DAYS,
  portfolioPayload,
  type ReportType,
  type StatementPayload,
  statementPayload,
  taxPayload,
} from "./schema.ts";

/** The payloads of reports, checked where a job is created and once more where it is worked on. */

const schemas = {
  "statement-export": statementPayload,
  "portfolio-report": portfolioPayload,
  "tax-report": taxPayload,
} as const satisfies Record<ReportType, z.ZodObject>;

export type PayloadOf<T extends ReportType> = z.output<(typeof schemas)[T]>;

const DAY_MS = 86_400_000;

/**
 * The payload that a job of that type needs.
 * @throws INVALID_PAYLOAD with every field that breaks a rule
 */
export function payloadOf<T extends ReportType>(type: T, payload: unknown): PayloadOf<T> {
  const read = checked(schemas[type], payload) as PayloadOf<T>;
  refuse(rules(type, read));
  return read;
}

/** Any part of the payload that a job of that type needs, as templates keep it. @throws INVALID_PAYLOAD */
export function partOf(type: ReportType, payload: unknown): unknown {
  const read = checked(schemas[type].partial(), payload);
  refuse(rules(type, read));
  return read;
}

function checked(schema: z.ZodType, payload: unknown): unknown {
  const parsed = schema.safeParse(payload, { reportInput: true });
  if (!parsed.success) refuse(parsed.error.issues.flatMap(problems));
  return parsed.data;
}

function problems(issue: z.core.$ZodIssue): FieldProblem[] {
  const field = ["payload", ...issue.path].join(".");
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ field: `${field}.${key}`, message: "is not a field here" }));
  const missing = issue.input === undefined && issue.path.length > 0;
  return [
    { field, message: missing ? "is required" : issue.message.replace(/^[A-Z]/, (c) => c.toLowerCase()) },
  ];
}

/** @throws INVALID_PAYLOAD unless there is no problem */
function refuse(fields: readonly FieldProblem[]): void {
  const [first] = fields;
  if (!first) return;
  throw fail(InvalidPayload, {
    message: `The payload is invalid: ${first.field} ${first.message}.`,
    details: { fields },
  });
}

/** The rules that need the day, or our assets; of what is there. */
function rules(type: ReportType, payload: unknown): FieldProblem[] {
  if (type === "statement-export") return statementRules(payload as Partial<StatementPayload>);
  const { year } = payload as { readonly year?: number };
  return year !== undefined && year > Clock.now().getUTCFullYear()
    ? [{ field: "payload.year", message: "must not be a year to come" }]
    : [];
}

function statementRules({ wallet, from, to }: Partial<StatementPayload>): FieldProblem[] {
  const found: FieldProblem[] = [];
  if (wallet !== undefined && wallet.toLowerCase() !== "all" && !Assets.find(wallet)) {
    const symbols = Assets.list().map(({ symbol }) => symbol);
    found.push({ field: "payload.wallet", message: `must be all or one of ${symbols.join(", ")}` });
  }
  // East of Greenwich a day begins before it does in UTC.
  const tomorrow = new Date(Clock.nowMs() + DAY_MS).toISOString().slice(0, 10);
  if (from !== undefined && from < FIRST_DAY)
    found.push({ field: "payload.from", message: `must be ${FIRST_DAY} or later` });
  if (from !== undefined && from > tomorrow)
    found.push({ field: "payload.from", message: "must not lie in the future" });
  if (to !== undefined && to > tomorrow)
    found.push({ field: "payload.to", message: "must not lie in the future" });
  if (from === undefined || to === undefined) return found;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) found.push({ field: "payload.to", message: "must not be before from" });
  if (days > MAX_STATEMENT_DAYS)
    found.push({ field: "payload.to", message: `must be at most ${MAX_STATEMENT_DAYS} days from from on` });
  return found;
}
