import * as Assets from "../kernel/assets/index.ts";
import { type ErrorDefinition, fail, SvcError } from "../kernel/errors.ts";
import { text as inBoth } from "../kernel/texts/index.ts";
import * as Sockets from "../platform/connections.ts";
import { log } from "../platform/log.ts";
import * as RateLimit from "../platform/ratelimit/index.ts";
import { latest } from "../prices/latest.ts";
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
import {
  actions,
  clientMessage,
  FLOOD_LIMIT,
  MAX_MESSAGE_BYTES,
  MAX_SYMBOLS,
  MESSAGE_LIMIT,
  type ServerMessage,
} from "./schema.ts";
import * as Subscribers from "./subscribers.ts";
import { priceUpdate } from "./ticks.ts";

/**
 * What a client sends: read, carried out, answered. Whatever is wrong with it is answered too, and the
 * connection stays; only a flood ends it.
 */

/** All answers to a message together: a client that takes nothing costs no more. */
const ANSWERED_WITHIN_MS = 3000;
const REPLY = { timeoutMs: 2000, attempts: 8 };

/** The connection ended while it was being answered. */
class Gone extends Error {}
/** The client did not take an answer: it takes no other either. */
class Untaken extends Error {}

/** Sends one answer after the other, within the time that there is for all. */
class Answers {
  readonly #connectionId: string;
  /** The time runs from the first one on: the table may have taken its own before. */
  #untilMs: number | undefined;

  constructor(connectionId: string) {
    this.#connectionId = connectionId;
  }

  /** @throws Gone, Untaken */
  async send(message: ServerMessage, attempts: number = REPLY.attempts): Promise<void> {
    this.#untilMs ??= performance.now() + ANSWERED_WITHIN_MS;
    const withinMs = this.#untilMs - performance.now();
    if (withinMs <= 0) throw new Untaken("there was no time left");
    const options = { ...REPLY, attempts, withinMs };
    const taken = await Sockets.post(this.#connectionId, JSON.stringify(message), options).catch((cause) => {
      throw new Untaken("an answer was not taken", { cause });
    });
    if (!taken) throw new Gone();
  }
}

/** Reads a message of a connection and answers it. */
export async function receive(connectionId: string, text: string): Promise<void> {
  const answers = new Answers(connectionId);
  try {
    const { allowed } = await RateLimit.take(MESSAGE_LIMIT, connectionId);
    if (allowed) await carryOut(connectionId, text, answers);
    else await refuse(connectionId, answers);
  } catch (error) {
    await answerError(connectionId, error, answers).catch((failure: unknown) =>
      giveUp(connectionId, failure),
    );
  }
}

/** Answers one message too many, and ends the connection of a client that goes on. */
async function refuse(connectionId: string, answers: Answers): Promise<void> {
  const { allowed } = await RateLimit.take(FLOOD_LIMIT, connectionId);
  if (!allowed) return Sockets.end(connectionId, REPLY.timeoutMs);
  const { code, message } = TooManyMessages;
  await answers.send({ type: "error", code, message }, 1);
}

async function answerError(connectionId: string, error: unknown, answers: Answers): Promise<void> {
  if (error instanceof Gone || error instanceof Untaken) throw error;
  const known = error instanceof SvcError && error.kind !== "unavailable" ? error : undefined;
  if (!known)
    log.error("live prices: client message failed, the client got an error", { connectionId, error });
  const { code, message } = known ?? fail(MessageFailed);
  await answers.send({ type: "error", code, message });
}

/** What is left to do for a connection that takes no answer. */
async function giveUp(connectionId: string, failure: unknown): Promise<void> {
  if (failure instanceof Gone) return Connections.close(connectionId);
  log.warn("live prices: reply not delivered", { connectionId, error: failure });
}

async function carryOut(connectionId: string, text: string, answers: Answers): Promise<void> {
  const { action, symbols } = parse(text);
  const { known, unknown } = sort(symbols);
  if (known.length > 0) {
    const change = action === "subscribe" ? Subscribers.subscribe : Subscribers.unsubscribe;
    const there = await change(connectionId, known);
    if (!there)
      throw fail(MessageFailed, {
        message: inBoth(
          "This connection is no longer known. Connect again.",
          "Cette connexion n'est plus connue. Reconnectez-vous.",
        ),
      });
    await answers.send({ type: `${action}d`, symbols: known });
    if (action === "subscribe") await lastPrices(known, answers);
  }
  if (unknown.length > 0)
    throw fail(UnknownSymbol, {
      message: inBoth(
        `There are no prices of ${unknown.join(", ")}.`,
        `Il n'y a pas de cours pour ${unknown.join(", ")}.`,
      ),
    });
}

/** @throws MESSAGE_TOO_LARGE, MALFORMED_JSON, UNKNOWN_ACTION, TOO_MANY_SYMBOLS, INVALID_MESSAGE */
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

/** What is wrong with a message: the most specific error. */
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
async function lastPrices(symbols: readonly string[], answers: Answers): Promise<void> {
  const ticks = await latest();
  for (const symbol of symbols) {
    const tick = ticks.get(symbol);
    if (tick) await answers.send(priceUpdate(tick));
  }
}
