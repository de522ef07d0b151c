import type * as z from "zod";
import { request } from "../../platform/http.ts";
import type { Candle, Facts, Interval, Quote, Trend } from "./schema.ts";

/** The last price of each asset that was believed, by symbol: what a new one is held against. */
export type KnownPrices = ReadonlyMap<string, Pick<Quote, "usd" | "atMs">>;

/**
 * Where prices come from. EUR is an asset too: its price is the EUR/USD rate. A symbol that the source has
 * nothing on is left out of the answer.
 */
export interface PriceSource {
  /** Prices of one name go on one another: what is stored under it is never mixed with another's. */
  readonly name: string;
  /** How often it may be asked for quotes, and for trends. */
  readonly quotesEveryMs: number;
  readonly trendsEveryMs: number;
  /** Whether it computes any instant by itself: then what is stored is only a copy. */
  readonly computed: boolean;
  covers(symbol: string): boolean;
  /**
   * Prices now. @throws SourceFailure
   * @param atMs the platform's time; only a computed source answers for another instant than now
   */
  quotes(symbols: readonly string[], atMs: number, known?: KnownPrices): Promise<ReadonlyMap<string, Quote>>;
  /** @throws SourceFailure */
  trends(symbols: readonly string[], atMs: number): Promise<ReadonlyMap<string, Trend>>;
  /** @throws SourceFailure */
  facts(symbols: readonly string[], atMs: number): Promise<ReadonlyMap<string, Facts>>;
  /**
   * The candles that begin in [fromMs, toMs), oldest first; intervals without trades may be missing.
   * @throws SourceFailure, NotOffered when the source has no candles so fine or so old
   */
  candles(symbol: string, interval: Interval, fromMs: number, toMs: number): Promise<readonly Candle[]>;
}

/** A source did not answer, or not sensibly. */
export class SourceFailure extends Error {
  override readonly name: string = "SourceFailure";
  /** How long the source asked to be left alone. */
  readonly restMs: number | undefined;
  constructor(
    message: string,
    options: { readonly cause?: unknown; readonly restMs?: number | undefined } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.restMs = options.restMs;
  }
}

/** A source does not have what it was asked for, and never will: no fault of its own. */
export class NotOffered extends SourceFailure {
  override readonly name = "NotOffered";
}

/** How long a source may take: prices that come later are no use. */
const TIMEOUT_MS = 2000;

/** Asks a source over HTTP and reads its answer by its schema. @throws SourceFailure whatever went wrong */
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
    throw new SourceFailure(`${hostOf(url)} answered in another shape than it says`, { cause: parsed.error });
  return parsed.data;
}

async function read(url: string): Promise<unknown> {
  try {
    const response = await request(url, {
      timeoutMs: TIMEOUT_MS,
      headers: { accept: "application/json" },
    });
    if (response.status !== 200)
      throw new SourceFailure(`${hostOf(url)} answered ${response.status}`, { restMs: restOf(response) });
    return await response.json();
  } catch (cause) {
    if (cause instanceof SourceFailure) throw cause;
    throw new SourceFailure(`${hostOf(url)} gave no answer`, { cause });
  }
}

const hostOf = (url: string): string => new URL(url).host;

/** How long a source that counts its callers' requests asks to be left alone (429, Binance's 418). */
function restOf({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 418) return undefined;
  const seconds = Number(headers.get("retry-after") ?? "");
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 60_000;
}
