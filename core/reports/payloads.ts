import type * as z from "zod";
import * as Assets from "../kernel/assets/index.ts";
import * as Clock from "../kernel/clock/index.ts";
import { assertNever, type FieldProblem, fail } from "../kernel/errors.ts";
import { problemsOf } from "../kernel/problems.ts";
import { text } from "../kernel/texts/index.ts";
import { DAY_MS, toIso } from "../kernel/time.ts";
import {
  FIRST_DAY,
  InvalidPayload,
  MAX_STATEMENT_DAYS,
  portfolioPayload,
  type ReportType,
  type StatementPayload,
  statementPayload,
  type TaxPayload,
  taxPayload,
} from "./schema.ts";

/** Payloads of reports, checked when a job is created and again when it runs. */

const schemas = {
  "statement-export": statementPayload,
  "portfolio-report": portfolioPayload,
  "tax-report": taxPayload,
} as const satisfies Record<ReportType, z.ZodObject>;

type PayloadOf<T extends ReportType> = z.output<(typeof schemas)[T]>;

/** Parses the payload of a job. @throws INVALID_PAYLOAD with every invalid field */
export function payloadOf<T extends ReportType>(type: T, payload: unknown): PayloadOf<T> {
  const read = parseWith(schemas[type], payload) as PayloadOf<T>;
  assertNoProblems(rules(type, read));
  return read;
}

/** Parses a partial payload, as templates store it. @throws INVALID_PAYLOAD */
export function partOf(type: ReportType, payload: unknown): unknown {
  const read = parseWith(schemas[type].partial(), payload);
  assertNoProblems(rules(type, read));
  return read;
}

function parseWith(schema: z.ZodType, payload: unknown): unknown {
  const parsed = schema.safeParse(payload, { reportInput: true });
  if (!parsed.success) assertNoProblems(problems(parsed.error.issues));
  return parsed.data;
}

/** Returns each problem with its path in the request. */
const problems = (issues: readonly z.core.$ZodIssue[]): FieldProblem[] =>
  problemsOf(
    issues.map((issue) => ({ ...issue, path: ["payload", ...issue.path] })),
    "payload",
  );

/** @throws INVALID_PAYLOAD if there is a problem */
function assertNoProblems(fields: readonly FieldProblem[]): void {
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

/** Checks the rules that need the current day or the list of assets, on the fields that are present. */
function rules(type: ReportType, payload: unknown): FieldProblem[] {
  switch (type) {
    case "statement-export":
      return statementRules(payload as Partial<StatementPayload>);
    case "tax-report":
      return taxRules(payload as Partial<TaxPayload>);
    case "portfolio-report":
      return [];
    default:
      return assertNever(type);
  }
}

const taxRules = ({ year }: Partial<TaxPayload>): FieldProblem[] =>
  year !== undefined && year > Clock.now().getUTCFullYear()
    ? [problem("year", "must not be a future year", "ne doit pas être une année future")]
    : [];

const problem = (field: string, english: string, french: string): FieldProblem => ({
  field: `payload.${field}`,
  message: text(english, french),
});

function statementRules({ wallet, from, to }: Partial<StatementPayload>): FieldProblem[] {
  const found: FieldProblem[] = [];
  const rule = (isBroken: boolean, ...of: Parameters<typeof problem>) => {
    if (isBroken) found.push(problem(...of));
  };
  const symbols = Assets.list().map(({ symbol }) => symbol);
  const isUnknown = wallet !== undefined && wallet.toLowerCase() !== "all" && !Assets.find(wallet);
  const oneOf = symbols.join(", ");
  rule(
    isUnknown,
    "wallet",
    `must be all or one of ${oneOf}`,
    `doit être all ou une de ces valeurs : ${oneOf}`,
  );
  // In time zones east of Greenwich, a day begins earlier than in UTC.
  const tomorrow = toIso(Clock.nowMs() + DAY_MS).slice(0, 10);
  const future = ["must not be in the future", "ne doit pas être dans le futur"] as const;
  const isEarly = from !== undefined && from < FIRST_DAY;
  rule(isEarly, "from", `must be ${FIRST_DAY} or later`, `doit être le ${FIRST_DAY} ou plus tard`);
  rule(from !== undefined && from > tomorrow, "from", ...future);
  rule(to !== undefined && to > tomorrow, "to", ...future);
  if (from === undefined || to === undefined) return found;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  rule(days < 1, "to", "must not be before from", "ne doit pas être antérieur à from");
  rule(
    days > MAX_STATEMENT_DAYS,
    "to",
    `must be at most ${MAX_STATEMENT_DAYS} days after from`,
    `doit être au plus ${MAX_STATEMENT_DAYS} jours après from`,
  );
  return found;
}
