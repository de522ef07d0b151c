import { Decimal } from "decimal.js";
import * as Clock from "../../kernel/clock/index.ts";
import { log } from "../../platform/log.ts";
import { LIVE } from "./settings.ts";
import { type KnownPrices, NotOffered, type PriceSource, SourceFailure } from "./source.ts";
import type { Quote } from "./values.ts";

/**
 * Combines several sources: if one cannot answer, the next is requested. A source is paused if it fails repeatedly or
 * requests a pause. A price is accepted only if it is plausible: above zero, recent, and near the last price or confirmed
 * by a second source.
 */

const FAILURES_BEFORE_REST = 3;
const MIN_REST_MS = 30_000;
const MAX_REST_MS = 300_000;
/** A quote older than this is rejected. A last price older than this is not compared with new quotes. */
const STALE_MS = 300_000;
/** The maximum change since a last price that is not stale. */
const MAX_JUMP = new Decimal("0.25");
/** The maximum difference of two sources that agree. */
const AGREEMENT = new Decimal("0.05");

/** One of the sources, its failures and its last quotes. */
class Member {
  readonly source: PriceSource;
  #failures = 0;
  #restUntilMs = 0;
  #requested:
    | { readonly atMs: number; readonly symbols: string; readonly answer: ReadonlyMap<string, Quote> }
    | undefined;

  constructor(source: PriceSource) {
    this.source = source;
  }

  get isPaused(): boolean {
    return Clock.nowMs() < this.#restUntilMs;
  }

  /** @throws SourceFailure */
  async ask<T>(request: (source: PriceSource) => Promise<T>): Promise<T> {
    try {
      const answer = await request(this.source);
      this.#failures = 0;
      return answer;
    } catch (error) {
      if (error instanceof SourceFailure && !(error instanceof NotOffered)) this.#failed(error);
      throw error;
    }
  }

  #failed({ restMs, message }: SourceFailure): void {
    this.#failures++;
    const doublings = this.#failures - FAILURES_BEFORE_REST;
    const rest = restMs ?? (doublings < 0 ? 0 : MIN_REST_MS * 2 ** Math.min(doublings, 10));
    if (rest === 0) return;
    const boundedMs = Math.min(Math.max(rest, MIN_REST_MS), MAX_REST_MS);
    this.#restUntilMs = Clock.nowMs() + boundedMs;
    log.warn("price feed: source paused after a failure, any other source takes over", {
      source: this.source.name,
      because: message,
      restMs: boundedMs,
    });
  }

  /** Returns its quotes, or its last ones if it may not be requested again yet. @throws SourceFailure */
  async quotes(symbols: readonly string[], atMs: number): Promise<ReadonlyMap<string, Quote>> {
    const requested = symbols.join();
    const nowMs = Clock.nowMs();
    const last = this.#requested;
    const age = nowMs - (last?.atMs ?? Number.NEGATIVE_INFINITY);
    if (last?.symbols === requested && age >= 0 && age < this.source.quotesEveryMs) return last.answer;
    const answer = await this.ask((source) => source.quotes(symbols, atMs));
    this.#requested = { atMs: nowMs, symbols: requested, answer };
    return answer;
  }
}

/** @param sources in the order of preference */
export function failover(sources: readonly [PriceSource, ...PriceSource[]]): PriceSource {
  const members = sources.map((source) => new Member(source));
  const [leader] = sources;
  return {
    name: LIVE,
    quotesEveryMs: leader.quotesEveryMs,
    trendsEveryMs: leader.trendsEveryMs,
    computed: false,
    covers: (symbol) => sources.some((source) => source.covers(symbol)),
    quotes: (symbols, atMs, known = new Map()) => confirmedQuotes(members, symbols, atMs, known),
    trends: (symbols, atMs) =>
      firstKnown(members, symbols, (source, requested) => source.trends(requested, atMs)),
    facts: (symbols, atMs) =>
      firstKnown(members, symbols, (source, requested) => source.facts(requested, atMs)),
    candles: (symbol, interval, fromMs, toMs) =>
      firstOf(members, (source) => source.candles(symbol, interval, fromMs, toMs)),
  };
}

/**
 * Returns the first plausible quote of each symbol. @throws SourceFailure if no quote is plausible
 */
async function confirmedQuotes(
  members: readonly Member[],
  symbols: readonly string[],
  atMs: number,
  known: KnownPrices,
): Promise<ReadonlyMap<string, Quote>> {
  const found = new Map<string, Quote>();
  const unconfirmed = new Map<string, { readonly quote: Quote; readonly source: string }>();
  const judge = (source: string, quotes: ReadonlyMap<string, Quote>) => {
    for (const [symbol, quote] of quotes) {
      if (!isPrice(quote, atMs)) continue;
      if (isNear(quote, known.get(symbol), atMs) || agrees(quote, unconfirmed.get(symbol)?.quote))
        found.set(symbol, quote);
      else unconfirmed.set(symbol, unconfirmed.get(symbol) ?? { quote, source });
    }
  };
  const failures = await eachUntilAll(members, symbols, found, async (member, requested) =>
    judge(member.source.name, await member.quotes(requested, atMs)),
  );
  for (const [symbol, { quote, source }] of unconfirmed)
    if (!found.has(symbol))
      log.warn(
        "price feed: quote differs by more than 25 % from the last price and no second source confirms it, rejected; compare it with the market",
        { symbol, source, usd: quote.usd.toFixed(), lastUsd: known.get(symbol)?.usd.toFixed() },
      );
  if (found.size === 0 && symbols.length > 0) throw allFailed(failures);
  return found;
}

/**
 * Returns the data of each symbol from the first source that has it. @throws SourceFailure if no data was found and a
 * source failed
 */
async function firstKnown<T>(
  members: readonly Member[],
  symbols: readonly string[],
  request: (source: PriceSource, symbols: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): Promise<ReadonlyMap<string, T>> {
  const found = new Map<string, T>();
  const failures = await eachUntilAll(members, symbols, found, async (member, requested) => {
    const answer = await member.ask((source) => request(source, requested));
    for (const [symbol, value] of answer) found.set(symbol, value);
  });
  const offered = failures.filter((failure) => !(failure instanceof NotOffered));
  if (found.size === 0 && offered.length > 0) throw allFailed(offered);
  return found;
}

/** Requests the missing symbols from one member after another. @returns the members' failures */
async function eachUntilAll(
  members: readonly Member[],
  symbols: readonly string[],
  found: ReadonlyMap<string, unknown>,
  ask: (member: Member, symbols: readonly string[]) => Promise<void>,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const member of members) {
    const missing = symbols.filter((symbol) => !found.has(symbol) && member.source.covers(symbol));
    if (missing.length === 0) continue;
    if (member.isPaused) failures.push(new SourceFailure(`${member.source.name} is paused`));
    else await ask(member, missing).catch((error: unknown) => failures.push(rethrowBug(error)));
  }
  return failures;
}

/** Returns the first answer of a member. @throws NotOffered if none offers it, else SourceFailure */
async function firstOf<T>(
  members: readonly Member[],
  request: (source: PriceSource) => Promise<T>,
): Promise<T> {
  const failures: unknown[] = [];
  for (const member of members) {
    if (member.isPaused) {
      failures.push(new SourceFailure(`${member.source.name} is paused`));
      continue;
    }
    try {
      return await member.ask(request);
    } catch (error) {
      failures.push(rethrowBug(error));
    }
  }
  if (failures.every((failure) => failure instanceof NotOffered)) throw failures[0];
  throw allFailed(failures);
}

function rethrowBug(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error;
  throw error;
}

const allFailed = (failures: readonly unknown[]): SourceFailure =>
  new SourceFailure("no price source responds", { cause: failures });

const isPrice = ({ usd, atMs: seenMs }: Quote, atMs: number): boolean =>
  usd.isFinite() && usd.gt(0) && Math.abs(atMs - seenMs) <= STALE_MS;

function isNear({ usd }: Quote, last: { usd: Decimal; atMs: number } | undefined, atMs: number): boolean {
  if (!last || atMs - last.atMs > STALE_MS) return true;
  return within(usd, last.usd, MAX_JUMP);
}

const agrees = (quote: Quote, other: Quote | undefined): boolean =>
  other !== undefined && within(quote.usd, other.usd, AGREEMENT);

const within = (a: Decimal, b: Decimal, share: Decimal): boolean =>
  a.minus(b).abs().lte(Decimal.min(a, b).times(share));
