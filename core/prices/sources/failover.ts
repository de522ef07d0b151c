import { Decimal } from "decimal.js";
import * as Clock from "../../kernel/clock/index.ts";
import { log } from "../../platform/log.ts";
import type { Quote } from "./schema.ts";
import { LIVE } from "./settings.ts";
import { type KnownPrices, NotOffered, type PriceSource, SourceFailure } from "./source.ts";

/**
 * Several sources as one: what the first cannot give is asked of the next. A source that fails again and
 * again rests for a while, and a price is only believed if it can be true: more than zero, recent, and not
 * far from the last one unless a second source says the same.
 */

const FAILURES_BEFORE_REST = 3;
const FIRST_REST_MS = 30_000;
const LONGEST_REST_MS = 300_000;
/** Older than this, a price is no quote; and a last price so old refutes nothing. */
const STALE_MS = 300_000;
/** The most that a price is believed to move, up or down, since one not older than that. */
const JUMP = new Decimal("0.25");
/** How near two sources must be to agree. */
const AGREEMENT = new Decimal("0.05");

/** One of the sources and how it has been doing. */
class Member {
  readonly source: PriceSource;
  #failures = 0;
  #restUntilMs = 0;
  #asked:
    | { readonly atMs: number; readonly symbols: string; readonly answer: ReadonlyMap<string, Quote> }
    | undefined;

  constructor(source: PriceSource) {
    this.source = source;
  }

  get resting(): boolean {
    return Clock.nowMs() < this.#restUntilMs;
  }

  /** @throws SourceFailure */
  async ask<T>(question: (source: PriceSource) => Promise<T>): Promise<T> {
    try {
      const answer = await question(this.source);
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
    const rest = restMs ?? (doublings < 0 ? 0 : FIRST_REST_MS * 2 ** Math.min(doublings, 10));
    if (rest === 0) return;
    const boundedMs = Math.min(Math.max(rest, FIRST_REST_MS), LONGEST_REST_MS);
    this.#restUntilMs = Clock.nowMs() + boundedMs;
    log.warn("price feed: source paused after failures", {
      source: this.source.name,
      because: message,
      restMs: boundedMs,
    });
  }

  /** Its quotes; those that it gave last if it may not be asked again yet. @throws SourceFailure */
  async quotes(symbols: readonly string[], atMs: number): Promise<ReadonlyMap<string, Quote>> {
    const asked = symbols.join();
    const nowMs = Clock.nowMs();
    const last = this.#asked;
    const age = nowMs - (last?.atMs ?? Number.NEGATIVE_INFINITY);
    if (last?.symbols === asked && age >= 0 && age < this.source.quotesEveryMs) return last.answer;
    const answer = await this.ask((source) => source.quotes(symbols, atMs));
    this.#asked = { atMs: nowMs, symbols: asked, answer };
    return answer;
  }
}

/** @param sources the one that is asked first, first */
export function failover(sources: readonly [PriceSource, ...PriceSource[]]): PriceSource {
  const members = sources.map((source) => new Member(source));
  const [leader] = sources;
  return {
    name: LIVE,
    quotesEveryMs: leader.quotesEveryMs,
    trendsEveryMs: leader.trendsEveryMs,
    computed: false,
    covers: (symbol) => sources.some((source) => source.covers(symbol)),
    quotes: (symbols, atMs, known = new Map()) => believed(members, symbols, atMs, known),
    trends: (symbols, atMs) => gathered(members, symbols, (source, asked) => source.trends(asked, atMs)),
    facts: (symbols, atMs) => gathered(members, symbols, (source, asked) => source.facts(asked, atMs)),
    candles: (symbol, interval, fromMs, toMs) =>
      firstOf(members, (source) => source.candles(symbol, interval, fromMs, toMs)),
  };
}

/**
 * Quotes of each symbol from the first source whose quote can be believed. @throws SourceFailure when there
 * is none at all
 */
async function believed(
  members: readonly Member[],
  symbols: readonly string[],
  atMs: number,
  known: KnownPrices,
): Promise<ReadonlyMap<string, Quote>> {
  const found = new Map<string, Quote>();
  const unconfirmed = new Map<string, Quote>();
  const judge = (quotes: ReadonlyMap<string, Quote>) => {
    for (const [symbol, quote] of quotes) {
      if (!isPrice(quote, atMs)) continue;
      if (isNear(quote, known.get(symbol), atMs) || agrees(quote, unconfirmed.get(symbol)))
        found.set(symbol, quote);
      else unconfirmed.set(symbol, unconfirmed.get(symbol) ?? quote);
    }
  };
  const failures = await eachUntilAll(members, symbols, found, async (member, asked) =>
    judge(await member.quotes(asked, atMs)),
  );
  for (const [symbol, quote] of unconfirmed)
    if (!found.has(symbol))
      log.warn("price feed: quote rejected, no second source confirms it", {
        symbol,
        source: "live",
        usd: quote.usd.toFixed(),
      });
  if (found.size === 0 && symbols.length > 0) throw none(failures);
  return found;
}

/**
 * What the sources know of each symbol: of each from the first that knows it. @throws SourceFailure when
 * there is nothing, and not for want of an offer
 */
async function gathered<T>(
  members: readonly Member[],
  symbols: readonly string[],
  question: (source: PriceSource, symbols: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): Promise<ReadonlyMap<string, T>> {
  const found = new Map<string, T>();
  const failures = await eachUntilAll(members, symbols, found, async (member, asked) => {
    const answer = await member.ask((source) => question(source, asked));
    for (const [symbol, value] of answer) found.set(symbol, value);
  });
  const offered = failures.filter((failure) => !(failure instanceof NotOffered));
  if (found.size === 0 && offered.length > 0) throw none(offered);
  return found;
}

/** Asks member after member for the symbols not found yet. @returns why members could not be asked */
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
    if (member.resting) failures.push(new SourceFailure(`${member.source.name} rests`));
    else await ask(member, missing).catch((error: unknown) => failures.push(rethrowBug(error)));
  }
  return failures;
}

/** The first answer that a member gives. @throws NotOffered when all say so, else SourceFailure */
async function firstOf<T>(
  members: readonly Member[],
  question: (source: PriceSource) => Promise<T>,
): Promise<T> {
  const failures: unknown[] = [];
  for (const member of members) {
    if (member.resting) {
      failures.push(new SourceFailure(`${member.source.name} rests`));
      continue;
    }
    try {
      return await member.ask(question);
    } catch (error) {
      failures.push(rethrowBug(error));
    }
  }
  if (failures.every((failure) => failure instanceof NotOffered)) throw failures[0];
  throw none(failures);
}

function rethrowBug(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error;
  throw error;
}

const none = (failures: readonly unknown[]): SourceFailure =>
  new SourceFailure("no source of prices answers", { cause: failures });

const isPrice = ({ usd, atMs: seenMs }: Quote, atMs: number): boolean =>
  usd.isFinite() && usd.gt(0) && Math.abs(atMs - seenMs) <= STALE_MS;

function isNear({ usd }: Quote, last: { usd: Decimal; atMs: number } | undefined, atMs: number): boolean {
  if (!last || atMs - last.atMs > STALE_MS) return true;
  return within(usd, last.usd, JUMP);
}

const agrees = (quote: Quote, other: Quote | undefined): boolean =>
  other !== undefined && within(quote.usd, other.usd, AGREEMENT);

const within = (a: Decimal, b: Decimal, share: Decimal): boolean =>
  a.minus(b).abs().lte(Decimal.min(a, b).times(share));
