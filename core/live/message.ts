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
 * Processes and answers the messages of clients. An invalid message is answered with an error, and the connection remains
 * open; only a flood ends it.
 */

/** The time for all answers to a message together, which bounds the cost of a client that does not receive. */
const ANSWER_WITHIN_MS = 3000;
const REPLY = { timeoutMs: 2000, attempts: 8 };

/** The connection ended while it was being answered. */
class ConnectionEnded extends Error {}
/** The client did not receive an answer, so no further answer is sent. */
class NotReceived extends Error {}

/** Sends one answer after the other, within the time for all answers. */
class Answers {
  readonly #connectionId: string;
  /** The time starts with the first answer, because the table may have been slow before. */
  #untilMs: number | undefined;

  constructor(connectionId: string) {
    this.#connectionId = connectionId;
  }

  /** @throws ConnectionEnded, NotReceived */
  async send(message: ServerMessage, attempts: number = REPLY.attempts): Promise<void> {
    this.#untilMs ??= performance.now() + ANSWER_WITHIN_MS;
    const withinMs = this.#untilMs - performance.now();
    if (withinMs <= 0) throw new NotReceived("no time was left for the answer");
    const options = { ...REPLY, attempts, withinMs };
    const isConnected = await Sockets.post(this.#connectionId, JSON.stringify(message), options).catch(
      (cause) => {
        throw new NotReceived("the client did not receive an answer", { cause });
      },
    );
    if (!isConnected) throw new ConnectionEnded();
  }
}

/** Processes and answers a message of a connection. */
export async function receive(connectionId: string, text: string): Promise<void> {
  const answers = new Answers(connectionId);
  try {
    const { allowed } = await RateLimit.take(MESSAGE_LIMIT, connectionId);
    if (allowed) await processMessage(connectionId, text, answers);
    else await rejectExcess(connectionId, answers);
  } catch (error) {
    await answerError(connectionId, error, answers).catch((failure: unknown) =>
      handleUndelivered(connectionId, failure),
    );
  }
}

/** Answers a message over the limit with an error, and ends the connection if the client floods. */
async function rejectExcess(connectionId: string, answers: Answers): Promise<void> {
  const { allowed } = await RateLimit.take(FLOOD_LIMIT, connectionId);
  if (!allowed) return Sockets.end(connectionId, REPLY.timeoutMs);
  const { code, message } = TooManyMessages;
  await answers.send({ type: "error", code, message }, 1);
}

async function answerError(connectionId: string, error: unknown, answers: Answers): Promise<void> {
  if (error instanceof ConnectionEnded || error instanceof NotReceived) throw error;
  const known = error instanceof SvcError && error.kind !== "unavailable" ? error : undefined;
  if (!known)
    log.error(
      "live prices: processing a client message failed; the client is sent an error and can repeat the message",
      { connectionId, error },
    );
  const { code, message } = known ?? fail(MessageFailed);
  await answers.send({ type: "error", code, message });
}

/** Closes an ended connection, or logs that the client did not receive the answer. */
async function handleUndelivered(connectionId: string, failure: unknown): Promise<void> {
  if (failure instanceof ConnectionEnded) return Connections.close(connectionId);
  log.warn(
    "live prices: answer not delivered; further answers are not sent, a changed subscription stays effective",
    { connectionId, error: failure },
  );
}

async function processMessage(connectionId: string, text: string, answers: Answers): Promise<void> {
  const { action, symbols } = parse(text);
  const { known, unknown } = sortSymbols(symbols);
  if (known.length > 0) {
    const change = action === "subscribe" ? Subscribers.subscribe : Subscribers.unsubscribe;
    const exists = await change(connectionId, known);
    if (!exists)
      throw fail(MessageFailed, {
        message: inBoth(
          "This connection no longer exists. Connect again.",
          "Cette connexion n'existe plus. Reconnectez-vous.",
        ),
      });
    await answers.send({ type: `${action}d`, symbols: known });
    if (action === "subscribe") await sendLatestPrices(known, answers);
  }
  if (unknown.length > 0)
    throw fail(UnknownSymbol, {
      message: inBoth(
        `No prices are available for ${unknown.join(", ")}. Check the symbols.`,
        `Aucun cours n'est disponible pour ${unknown.join(", ")}. Vérifiez les symboles.`,
      ),
    });
}

/** @throws MESSAGE_TOO_LARGE, MALFORMED_JSON, UNKNOWN_ACTION, TOO_MANY_SYMBOLS, INVALID_MESSAGE */
export function parse(text: string) {
  if (Buffer.byteLength(text) > MAX_MESSAGE_BYTES) throw fail(MessageTooLarge);
  const value = parseJson(text);
  const parsed = clientMessage.safeParse(value);
  if (parsed.success) return parsed.data;
  throw fail(errorOf(value));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw fail(MalformedMessage);
  }
}

/** Returns the most specific error of an invalid message. */
function errorOf(value: unknown): ErrorDefinition {
  if (typeof value !== "object" || value === null) return InvalidMessage;
  const { action, symbols } = value as { action?: unknown; symbols?: unknown };
  if (typeof action === "string" && !actions.some((one) => one === action)) return UnknownAction;
  return Array.isArray(symbols) && symbols.length > MAX_SYMBOLS ? TooManySymbols : InvalidMessage;
}

/** Separates the symbols with prices, in the platform's spelling, from unknown ones. Removes duplicates. */
function sortSymbols(symbols: readonly string[]): { readonly known: string[]; readonly unknown: string[] } {
  const found = symbols.map((text) => ({ text, symbol: Assets.find(text.trim())?.symbol }));
  return {
    known: [...new Set(found.flatMap(({ symbol }) => symbol ?? []))],
    unknown: [...new Set(found.flatMap(({ text, symbol }) => (symbol ? [] : text)))],
  };
}

async function sendLatestPrices(symbols: readonly string[], answers: Answers): Promise<void> {
  const ticks = await latest();
  for (const symbol of symbols) {
    const tick = ticks.get(symbol);
    if (tick) await answers.send(priceUpdate(tick));
  }
}
