import { createHash } from "node:crypto";
import { DAY_MS } from "../../kernel/time.ts";

/**
 * A random walk that depends only on its name and the time, so every process computes the same value for any instant.
 * It draws a value for the ends of a long segment, then for its middle given its ends, and so on down to a tick
 * (Lévy's construction of Brownian motion). Moves of neighbouring intervals are therefore uncorrelated.
 */

/** The walk has one value per tick. */
export const TICK_MS = 500;
const YEAR_MS = 365 * DAY_MS;

/** Scales uniform noise in [-1, 1) to a variance of 1. */
const UNIT = Math.sqrt(3);

export interface WalkOptions {
  /** Walks of one name are the same walk. */
  readonly name: string;
  /** The market whose noise the walk shares, and its correlation with that market. */
  readonly market: string;
  readonly correlation: number;
  /** The typical deviation over a year, as a share of the price. */
  readonly volatility: number;
  /** The longest segment has 2 to the power of `memory` ticks. The walk returns to its centre in that time. */
  readonly memory: number;
}

/** The walk's value at a tick. */
export interface Point {
  readonly atMs: number;
  readonly value: number;
}

/** 2 to the power of `level` ticks, with the values at both ends. */
interface Segment {
  readonly level: number;
  readonly startMs: number;
  readonly open: number;
  readonly end: number;
}

const lengthMs = (level: number): number => TICK_MS * 2 ** level;

export class Walk {
  readonly #options: WalkOptions;
  readonly #marketSalt: number;
  readonly #ownSalt: number;
  readonly #ownShare: number;
  /** The deviation of a segment's middle from the line between its ends, by level. */
  readonly #deviations: readonly number[];
  /** An upper bound of the distance between a segment's ticks and that line, by level. */
  readonly #bounds: readonly number[];

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#marketSalt = saltOf(options.market);
    this.#ownSalt = saltOf(options.name);
    this.#ownShare = Math.sqrt(1 - options.correlation ** 2);
    const deviation = (level: number) => (options.volatility * Math.sqrt(lengthMs(level) / YEAR_MS)) / 2;
    this.#deviations = Array.from({ length: options.memory + 1 }, (_, level) => level && deviation(level));
    const most = UNIT * (options.correlation + this.#ownShare);
    let bound = 0;
    this.#bounds = this.#deviations.map((one) => (bound += most * one));
  }

  /** Returns the value at the last tick up to an instant. */
  at(atMs: number): number {
    let segment = this.#longest(atMs);
    while (segment.level > 0) {
      const [first, second] = this.#halves(segment);
      segment = atMs < second.startMs ? first : second;
    }
    return segment.open;
  }

  /** Returns the highest (sign 1) or lowest (sign -1) tick in [fromMs, toMs). Skips segments that cannot contain it. */
  furthest(sign: 1 | -1, fromMs: number, toMs: number): Point {
    const firstMs = Math.floor(fromMs / TICK_MS) * TICK_MS;
    let furthest = { atMs: firstMs, value: this.at(firstMs) };
    const reach = ({ open, end }: Segment) => Math.max(sign * open, sign * end);
    const search = (segment: Segment): void => {
      const { level, startMs, open } = segment;
      if (startMs >= toMs || startMs + lengthMs(level) <= firstMs) return;
      if (reach(segment) + (this.#bounds[level] as number) <= sign * furthest.value) return;
      if (level === 0) {
        if (sign * open > sign * furthest.value) furthest = { atMs: startMs, value: open };
        return;
      }
      const [first, second] = this.#halves(segment);
      const inOrder = reach(first) >= reach(second);
      search(inOrder ? first : second);
      search(inOrder ? second : first);
    };
    for (let atMs = firstMs; atMs < toMs; ) {
      const longest = this.#longest(atMs);
      search(longest);
      atMs = longest.startMs + lengthMs(longest.level);
    }
    return furthest;
  }

  /** Returns the longest segment that an instant is in. The ends of two such segments are independent. */
  #longest(atMs: number): Segment {
    const level = this.#options.memory;
    const node = Math.floor(atMs / lengthMs(level));
    // The step from end to end has the variance of the whole segment.
    const end = (at: number) => Math.SQRT2 * (this.#deviations[level] as number) * this.#noise(level + 1, at);
    return { level, startMs: node * lengthMs(level), open: end(node), end: end(node + 1) };
  }

  #halves({ level, startMs, open, end }: Segment): readonly [Segment, Segment] {
    const noise = this.#noise(level, startMs / lengthMs(level));
    const middle = (open + end) / 2 + (this.#deviations[level] as number) * noise;
    return [
      { level: level - 1, startMs, open, end: middle },
      { level: level - 1, startMs: startMs + lengthMs(level - 1), open: middle, end },
    ];
  }

  /** Returns a random value of variance 1, in part the market's. */
  #noise(level: number, node: number): number {
    const common = uniform(this.#marketSalt + level, node);
    return (
      UNIT * (this.#options.correlation * common + this.#ownShare * uniform(this.#ownSalt + level, node))
    );
  }
}

/** Returns 32 bits of a name. */
export const saltOf = (name: string): number => createHash("sha256").update(name).digest().readInt32BE(0);

/** Returns a random value in [-1, 1) that depends only on two numbers: MurmurHash3's finalizer, twice. */
export const uniform = (salt: number, node: number): number =>
  scramble(scramble(node ^ salt) + Math.imul(salt, 0x9e3779b1)) / 2 ** 31;

function scramble(bits: number): number {
  let hash = bits | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
