import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type * as z from "zod";
import {
  type FieldProblem,
  fail,
  failFields,
  InvalidRequest,
  SvcError,
} from "../../../core/kernel/errors.ts";
import { problemsOf } from "../../../core/kernel/problems.ts";
import { text } from "../../../core/kernel/texts/index.ts";
import { log } from "../../../core/platform/log.ts";

/** Makes the error of parameters that break a rule. */
export const invalidParams = (message: string, data?: unknown): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);

/** Maps an error: core's and the SDK validator's are the caller's to fix; any other is internal and not described. */
export function asProtocolError(error: unknown): ProtocolError {
  if (error instanceof SvcError) return invalidParams(error.message, { code: error.code, ...error.details });
  const fields = validatorProblems(error);
  if (fields) {
    const { message, code, details } = failFields(InvalidRequest, fields);
    return invalidParams(message, { code, ...details });
  }
  if (error instanceof ProtocolError) return error;
  log.error("mcp: request failed", { error });
  return new ProtocolError(ProtocolErrorCode.InternalError, "Internal error");
}

/** Returns the problems that the SDK's validator found: its message ends with them as JSON. */
function validatorProblems(error: unknown): FieldProblem[] | undefined {
  const [json] = (error instanceof Error && /\[\s*\{[\s\S]*\]\s*$/.exec(error.message)) || [];
  if (json === undefined) return undefined;
  try {
    const issues = JSON.parse(json) as z.core.$ZodIssue[];
    return problemsOf(issues.map(asGiven), "params");
  } catch {
    return undefined;
  }
}

/** Gives an issue the path that the caller knows, and an input only if there was one. */
const asGiven = (issue: z.core.$ZodIssue): z.core.$ZodIssue =>
  ({
    ...issue,
    path: issue.path[0] === "params" ? issue.path.slice(1) : issue.path,
    input: /received undefined/.test(issue.message) ? undefined : null,
  }) as z.core.$ZodIssue;

/** Makes the error of a cursor that no page ended with. */
export const invalidCursor = (): Error =>
  fail(InvalidRequest, {
    message: text(
      "The cursor is none that a page gave. Begin again without one.",
      "Ce curseur ne vient d'aucune page. Recommencez sans curseur.",
    ),
    details: {
      fields: [
        {
          field: "cursor",
          message: text(
            "must be the nextCursor of the page before",
            "doit être le nextCursor de la page précédente",
          ),
        },
      ],
    },
  });
