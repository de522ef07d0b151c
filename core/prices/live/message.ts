import * as Assets from "../../assets/index.ts";
import { type ErrorDefinition, fail, SvcError } from "../../errors.ts";
import * as Sockets from "../../platform/connections.ts";
import { log } from "../../platform/log.ts";
import * as RateLimit from "../../ratelimit/index.ts";
import { latest } from "../latest.ts";
import * as Connections from "./connections.ts";
import {
  InvalidMessage,
  MalformedMessage,
  MessageFailed,
  MessageTooLarge,
  TooManyMessages,
  TooManySymbols,
  UnknownAction,
  UnknownSymbol,
} from "./errors.ts";
import * as Members from "./members.ts";
import {
  actions,
  clientMessage,
  MAX_MESSAGE_BYTES,
  MAX_SYMBOLS,
  MESSAGE_LIMIT,
  type ServerMessage,
} from "./schema.ts";
import { priceUpdate } from "./update.ts";

/** What a client sends: read, carried out, answered. Whatever is wrong with it is answered too; the connection stays. */

const REPLY = { timeoutMs: 2000, attempts: 4 };

/** The connection ended while it was being answered. */
class Gone extends Error {}

async function reply(connectionId: string, message: ServerMessage): Promise<void> {
  if (!(await Sockets.post(connectionId, JSON.stringify(message), REPLY))) throw new Gone();
}

/** Reads a message of a connection and answers it. */
export async function receive(connectionId: string, text: string): Promise<void> {
  try {
    await carryOut(connectionId, text).catch((error: unknown) => answerError(connectionId, error));
  } catch (error) {
    if (error instanceof Gone) return Connections.close(connectionId);
    // A client that takes nothing cannot be told so either.
    log.warn("an answer was not delivered", { connectionId, error });
  }
}

async function answerError(connectionId: string, error: unknown): Promise<void> {
  if (error instanceof Gone) throw error;
  const known = error instanceof SvcError && error.kind !== "unavailable" ? error : undefined;
  if (!known) log.error("a message failed", { connectionId, error });
  const { code, message } = known ?? fail(MessageFailed);
  await reply(connectionId, { type: "error", code, message });
}

async function carryOut(connectionId: string, text: string): Promise<void> {
  const { allowed } = await RateLimit.take(MESSAGE_LIMIT, connectionId);
  if (!allowed) throw fail(TooManyMessages);
  const { action, symbols } = parse(text);
  const { known, unknown } = sort(symbols);
  if (known.length > 0) {
    const change = action === "subscribe" ? Members.subscribe : Members.unsubscribe;
    const there = await change(connectionId, known);
    if (!there) throw fail(MessageFailed, { message: "This connection is no longer known. Connect again." });
    await reply(connectionId, { type: `${action}d`, symbols: known });
    if (action === "subscribe") await lastPrices(connectionId, known);
  }
  if (unknown.length > 0)
    throw fail(UnknownSymbol, { message: `There are no prices of ${unknown.join(", ")}.` });
}

/** Reads a message. @throws MESSAGE_TOO_LARGE, MALFORMED_JSON, UNKNOWN_ACTION, TOO_MANY_SYMBOLS, INVALID_MESSAGE */
export function parse(text: string) {
  if (Buffer.byteLength(text) > MAX_MESSAGE_BYTES) throw fail(MessageTooLarge);
  const value = json(text);
  const parsed = clientMessage.safeParse(value);
  if (parsed.success) return parsed.data;
  throw fail(mistakeOf(value));
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw fail(MalformedMessage);
  }
}

/** What is wrong with a message that is none: the most telling of it. */
function mistakeOf(value: unknown): ErrorDefinition {
  if (typeof value !== "object" || value === null) return InvalidMessage;
  const { action, symbols } = value as { action?: unknown; symbols?: unknown };
  if (typeof action === "string" && !actions.some((one) => one === action)) return UnknownAction;
  return Array.isArray(symbols) && symbols.length > MAX_SYMBOLS ? TooManySymbols : InvalidMessage;
}

/** The symbols that have prices, as the platform writes them, and those that have none; each once. */
function sort(symbols: readonly string[]): { readonly known: string[]; readonly unknown: string[] } {
  const found = symbols.map((text) => ({ text, symbol: Assets.find(text.trim())?.symbol }));
  return {
    known: [...new Set(found.flatMap(({ symbol }) => symbol ?? []))],
    unknown: [...new Set(found.flatMap(({ text, symbol }) => (symbol ? [] : text)))],
  };
}

/** The last price of each symbol, where there is one. */
async function lastPrices(connectionId: string, symbols: readonly string[]): Promise<void> {
  const ticks = await latest();
  for (const symbol of symbols) {
    const tick = ticks.get(symbol);
    if (tick) await reply(connectionId, priceUpdate(tick));
  }
}
