import type * as z from "zod";
import * as Assets from "../kernel/assets/index.ts";
import * as Clock from "../kernel/clock/index.ts";
import { type FieldProblem, fail } from "../kernel/errors.ts";
import { problemsOf } from "../kernel/problems.ts";
import { text } from "../kernel/texts/index.ts";
import { DAY_MS } from "../kernel/time.ts";
import {
  FIRST_DAY,
  InvalidPayload,
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
  if (!parsed.success) refuse(problems(parsed.error.issues));
  return parsed.data;
}

/** Each problem with its place in the request. */
const problems = (issues: readonly z.core.$ZodIssue[]): FieldProblem[] =>
  problemsOf(
    issues.map((issue) => ({ ...issue, path: ["payload", ...issue.path] })),
    "payload",
  );

/** @throws INVALID_PAYLOAD unless there is no problem */
function refuse(fields: readonly FieldProblem[]): void {
  const [first] = fields;
  if (!first) return;
  throw fail(InvalidPayload, {
    message: text(
      `The payload is invalid: ${first.field} ${first.message.en}.`,
      `Le contenu n'est pas valide : ${first.field} ${first.message.fr}.`,
    ),
    details: { fields },
  });
}

/** The rules that need the day, or our assets; of what is there. */
function rules(type: ReportType, payload: unknown): FieldProblem[] {
  if (type === "statement-export") return statementRules(payload as Partial<StatementPayload>);
  const { year } = payload as { readonly year?: number };
  return year !== undefined && year > Clock.now().getUTCFullYear()
    ? [
        {
          field: "payload.year",
          message: text("must not be a year to come", "ne doit pas être une année à venir"),
        },
      ]
    : [];
}

function statementRules({ wallet, from, to }: Partial<StatementPayload>): FieldProblem[] {
  const found: FieldProblem[] = [];
  if (wallet !== undefined && wallet.toLowerCase() !== "all" && !Assets.find(wallet)) {
    const symbols = Assets.list().map(({ symbol }) => symbol);
    found.push({
      field: "payload.wallet",
      message: text(
        `must be all or one of ${symbols.join(", ")}`,
        `doit être all ou une de ces valeurs : ${symbols.join(", ")}`,
      ),
    });
  }
  // East of Greenwich a day begins before it does in UTC.
  const tomorrow = new Date(Clock.nowMs() + DAY_MS).toISOString().slice(0, 10);
  if (from !== undefined && from < FIRST_DAY)
    found.push({
      field: "payload.from",
      message: text(`must be ${FIRST_DAY} or later`, `doit être le ${FIRST_DAY} ou plus tard`),
    });
  if (from !== undefined && from > tomorrow)
    found.push({
      field: "payload.from",
      message: text("must not lie in the future", "ne doit pas être dans le futur"),
    });
  if (to !== undefined && to > tomorrow)
    found.push({
      field: "payload.to",
      message: text("must not lie in the future", "ne doit pas être dans le futur"),
    });
  if (from === undefined || to === undefined) return found;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1)
    found.push({
      field: "payload.to",
      message: text("must not be before from", "ne doit pas être antérieur à from"),
    });
  if (days > MAX_STATEMENT_DAYS)
    found.push({
      field: "payload.to",
      message: text(
        `must be at most ${MAX_STATEMENT_DAYS} days from from on`,
        `doit être à ${MAX_STATEMENT_DAYS} jours au plus de from`,
      ),
    });
  return found;
}
