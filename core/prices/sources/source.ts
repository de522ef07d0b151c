import type * as z from "zod";
import { request } from "../../platform/http.ts";
import type { Candle, Interval } from "./schema.ts";
import type { Facts, Quote, Trend } from "./values.ts";

/** The last accepted price of each asset by symbol, to which a new one is compared. */
export type KnownPrices = ReadonlyMap<string, Pick<Quote, "usd" | "atMs">>;

/**
 * A source of prices. EUR is an asset too: its price is the EUR/USD rate. Results omit symbols that the source does not
 * know.
 */
export interface PriceSource {
  /** Stored prices of one name form one history, separate from those of other names. */
  readonly name: string;
  /** The minimum intervals of requests. */
  readonly quotesEveryMs: number;
  readonly trendsEveryMs: number;
  /** Whether it can compute prices for any instant, so that stored ones are only copies. */
  readonly computed: boolean;
  covers(symbol: string): boolean;
  /**
   * Returns current prices. @throws SourceFailure
   * @param atMs the platform's time; only a computed source supports an instant other than now
   */
  quotes(symbols: readonly string[], atMs: number, known?: KnownPrices): Promise<ReadonlyMap<string, Quote>>;
  /** @throws SourceFailure */
  trends(symbols: readonly string[], atMs: number): Promise<ReadonlyMap<string, Trend>>;
  /** @throws SourceFailure */
  facts(symbols: readonly string[], atMs: number): Promise<ReadonlyMap<string, Facts>>;
  /**
   * Returns the candles that begin in [fromMs, toMs), oldest first; intervals without trades may be missing.
   * @throws SourceFailure, NotOffered if the source has no candles so fine or so old
   */
  candles(symbol: string, interval: Interval, fromMs: number, toMs: number): Promise<readonly Candle[]>;
}

/** Thrown if a source does not respond, or its response is invalid. */
export class SourceFailure extends Error {
  override readonly name: string = "SourceFailure";
  /** The pause that the source requests. */
  readonly restMs: number | undefined;
  constructor(
    message: string,
    options: { readonly cause?: unknown; readonly restMs?: number | undefined } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.restMs = options.restMs;
  }
}

/** Thrown if a source does not offer the requested data at all. It does not count as a failure. */
export class NotOffered extends SourceFailure {
  override readonly name = "NotOffered";
}

/** Prices that arrive later are useless. */
const TIMEOUT_MS = 2000;

/** Sends a request to a source and parses the response. @throws SourceFailure for any error */
export async function ask<Schema extends z.ZodType>(
  base: string,
  path: string,
  query: Readonly<Record<string, string>>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const url = `${base.replace(/\/$/, "")}${path}?${new URLSearchParams(query)}`;
  const body = await read(url);
  const parsed = schema.safeParse(body);
  if (!parsed.success)
    throw new SourceFailure(`${hostOf(url)} sent an invalid response`, { cause: parsed.error });
  return parsed.data;
}

async function read(url: string): Promise<unknown> {
  try {
    const response = await request(url, {
      timeoutMs: TIMEOUT_MS,
      headers: { accept: "application/json" },
    });
    if (response.status !== 200)
      throw new SourceFailure(`${hostOf(url)} responded ${response.status}`, { restMs: restOf(response) });
    return await response.json();
  } catch (cause) {
    if (cause instanceof SourceFailure) throw cause;
    throw new SourceFailure(`${hostOf(url)} did not respond`, { cause });
  }
}

const hostOf = (url: string): string => new URL(url).host;

/** Returns the pause that a source requests after too many requests (429, Binance's 418). */
function restOf({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 418) return undefined;
  const seconds = Number(headers.get("retry-after") ?? "");
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 60_000;
}
