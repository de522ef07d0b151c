import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type * as z from "zod";
import { type FieldProblem, failFields, InvalidRequest, SvcError } from "../../../core/kernel/errors.ts";
import { problemsOf } from "../../../core/kernel/problems.ts";
import { log } from "../../../core/platform/log.ts";

/** Why a request to the MCP server is refused, in the protocol's codes. */

/** What a caller sent breaks a rule. */
export const invalidParams = (message: string, data?: unknown): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);

/**
 * Core's refusals are the caller's to mend, and so is what the SDK's validator finds; anything else is ours,
 * and nothing more is said of it.
 */
export function asProtocolError(error: unknown): ProtocolError {
  if (error instanceof SvcError) return invalidParams(error.message, { code: error.code, ...error.details });
  const fields = validatorsFindings(error);
  if (fields) {
    const { message, code, details } = failFields(InvalidRequest, fields);
    return invalidParams(message, { code, ...details });
  }
  if (error instanceof ProtocolError) return error;
  log.error("an MCP request failed", { error });
  return new ProtocolError(ProtocolErrorCode.InternalError, "Internal error");
}

/**
 * The SDK has its validator's findings for a message, as JSON at its end. They are told like those of every
 * other request.
 */
function validatorsFindings(error: unknown): FieldProblem[] | undefined {
  const [json] = (error instanceof Error && /\[\s*\{[\s\S]*\]\s*$/.exec(error.message)) || [];
  if (json === undefined) return undefined;
  try {
    const issues = JSON.parse(json) as z.core.$ZodIssue[];
    return problemsOf(issues.map(asGiven), "params");
  } catch {
    return undefined;
  }
}

/** A finding as a caller knows its place, in the method's parameters; what was given, only its text says. */
const asGiven = (issue: z.core.$ZodIssue): z.core.$ZodIssue =>
  ({
    ...issue,
    path: issue.path[0] === "params" ? issue.path.slice(1) : issue.path,
    input: /received undefined/.test(issue.message) ? undefined : null,
  }) as z.core.$ZodIssue;
