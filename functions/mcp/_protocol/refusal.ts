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

/** Makes the error of invalid parameters. */
export const invalidParams = (message: string, data?: unknown): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);

/**
 * Maps an error to the protocol's. Errors of core and of the SDK's validator become errors of invalid parameters with the
 * reason, errors of the protocol remain, and any other error becomes an internal one, which is logged.
 */
export function toProtocolError(error: unknown): ProtocolError {
  if (error instanceof SvcError) return invalidParams(error.message, { code: error.code, ...error.details });
  const fields = validatorProblems(error);
  if (fields) {
    const { message, code, details } = failFields(InvalidRequest, fields);
    return invalidParams(message, { code, ...details });
  }
  if (error instanceof ProtocolError) return error;
  log.error("mcp: request failed, answered with an internal error", { error });
  return new ProtocolError(ProtocolErrorCode.InternalError, "Internal error");
}

/** Returns the problems in an error of the SDK's validator, whose message ends with them as JSON. */
function validatorProblems(error: unknown): FieldProblem[] | undefined {
  const [json] = (error instanceof Error && /\[\s*\{[\s\S]*\]\s*$/.exec(error.message)) || [];
  if (json === undefined) return undefined;
  try {
    const issues = JSON.parse(json) as z.core.$ZodIssue[];
    return problemsOf(issues.map(withCallerPath), "params");
  } catch {
    return undefined;
  }
}

/** Returns an issue with the path as the caller knows it, and an input only if there was one. */
const withCallerPath = (issue: z.core.$ZodIssue): z.core.$ZodIssue =>
  ({
    ...issue,
    path: issue.path[0] === "params" ? issue.path.slice(1) : issue.path,
    input: /received undefined/.test(issue.message) ? undefined : null,
  }) as z.core.$ZodIssue;

/** Makes the error of an unknown cursor. */
export const invalidCursor = (): Error =>
  fail(InvalidRequest, {
    message: text(
      "The cursor is unknown. Start again without a cursor.",
      "Ce curseur est inconnu. Recommencez sans curseur.",
    ),
    details: {
      fields: [
        {
          field: "cursor",
          message: text(
            "must be the nextCursor of the previous page",
            "doit être le nextCursor de la page précédente",
          ),
        },
      ],
    },
  });
