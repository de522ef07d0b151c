import type { CallToolResult } from "@modelcontextprotocol/server";
import { Decimal } from "decimal.js";
import * as z from "zod";
import { TestKeyRefused } from "../../../contract/mcp/errors.ts";
import { isLive, type LiveActor } from "../../../core/identity/actor.ts";
import { checkScope } from "../../../core/identity/api-keys/open.ts";
import { fail, type SvcError } from "../../../core/kernel/errors.ts";
import { undisguised } from "../../../core/kernel/text/schema.ts";
import { log } from "../../../core/platform/log.ts";
import * as RateLimit from "../../../core/platform/ratelimit/index.ts";
import { publicError } from "../../_chain/envelope.ts";
import { check } from "../../_chain/input.ts";
import { type Caller, personOf } from "../_person.ts";
import type { Tool } from "./tool.ts";

/** A double represents any number with so many digits exactly. */
const EXACT_DIGITS = 15;

/**
 * Converts numbers to strings if the schema requires a string: clients send amounts as JSON numbers. Numbers that a double
 * may have rounded remain, so that the schema rejects them.
 */
function stringifyAmounts(tool: Tool, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { shape } = tool.input;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (typeof value !== "number" || !isString(shape[name])) return [name, value];
      const exact = new Decimal(value);
      return [name, exact.isFinite() && exact.precision() <= EXACT_DIGITS ? exact.toFixed() : value];
    }),
  );
}

/** Returns whether a field's schema is a string. */
function isString(field: z.core.$ZodType | undefined): boolean {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return isString(field.unwrap());
  if (field instanceof z.ZodPipe) return isString(field.in);
  return field instanceof z.ZodEnum || field?._zod.def.type === "string";
}

/** Asserts that the key may call the tool. @throws TEST_KEY_REFUSED, FORBIDDEN */
function checkKey({ writes }: Tool, { actor }: Caller): LiveActor {
  if (!isLive(actor)) throw fail(TestKeyRefused);
  checkScope(actor.apiKey, writes ? "mcp:write" : "mcp:read");
  return actor;
}

/** @throws RATE_LIMITED */
async function checkLimit({ limit }: Tool, { actor }: Caller): Promise<void> {
  if (limit) await RateLimit.spend(limit, `user:${actor.userId}`);
}

/** Removes disguising characters from every text of a value. */
function plain(value: unknown): unknown {
  if (typeof value === "string") return undisguised(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}

/** Makes the result of a failed call, for the LLM: code, message and details. */
function errorResult({ code, message, details }: SvcError): CallToolResult {
  const error = { code, message, ...(Object.keys(details).length > 0 && { details }) };
  return { content: [{ type: "text", text: JSON.stringify({ error }) }], isError: true };
}

/**
 * Calls a tool: checks the key, limit and input, runs it, and returns the result or the error. Logs the tool, the caller,
 * the user that it is about and the outcome, but never the arguments.
 */
export async function call(
  tool: Tool,
  caller: Caller,
  given: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  const { actor, requestId } = caller;
  const startedMs = performance.now();
  let person: LiveActor | undefined;
  let outcome = "OK";
  try {
    const owner = checkKey(tool, caller);
    await checkLimit(tool, caller);
    const input = check(tool.input, stringifyAmounts(tool, given), "body", "mcp") as Readonly<
      Record<string, unknown>
    >;
    const named = tool.about === "person" ? input["email"] : undefined;
    person = await personOf(owner, named as string | undefined);
    const output = plain(tool.output.parse(await tool.run(person, input))) as Record<string, unknown>;
    return { content: [{ type: "text", text: JSON.stringify(output) }], structuredContent: output };
  } catch (thrown) {
    const error = publicError(thrown, requestId);
    outcome = error.code;
    const { kind, details, cause } = error;
    if (kind === "internal")
      log.error("mcp: tool call failed, answered with an internal error", {
        tool: tool.name,
        requestId,
        details,
        error: cause ?? error,
      });
    return errorResult(error);
  } finally {
    log.info("mcp: tool call answered", {
      tool: tool.name,
      requestId,
      actor: actor.userId,
      keyId: actor.apiKey.keyId,
      ...(person && tool.about !== "none" && { about: person.userId }),
      outcome,
      durationMs: Math.round(performance.now() - startedMs),
    });
  }
}
