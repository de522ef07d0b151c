import { lattice, mixed, saltOf } from "./noise.ts";

/**
 * A path that depends on nothing but its name and the time, so that any process computes any instant of it
 * and all agree. It is Brownian motion in multifractal time (Mandelbrot, Calvet, Fisher 1997): what happens
 * between two minutes is halved again and again. Each halving shares out the variance by chance, so calm and
 * busy times cluster and some moves are large; and it draws the value between given the two ends (Lévy's
 * construction), so the returns of neighbouring intervals are uncorrelated.
 *
 * Paths of one market share its activity and, by their correlation, its moves. Within a minute a path follows
 * one of some bridges computed beforehand, for there are 63 million ticks in a year.
 */

export const MINUTE_MS = 60_000;
/** The path stands still between ticks. */
export const TICK_MS = 500;
const TICKS = MINUTE_MS / TICK_MS;
const YEAR_MINUTES = 365 * 1440;

/** A block is what is computed at once: 64 minutes. */
const BLOCK_LEVELS = 6;
export const BLOCK_MINUTES = 2 ** BLOCK_LEVELS;
/** How unequal the halves of an interval may be: one of them has up to 64 percent of the variance. */
const UNEVENNESS = 0.28;
/** Random values lie in [-√3, √3): then their variance is 1. */
const UNIT = Math.sqrt(3);
/** How far a path may be from the line between an interval's ends, in roots of its variance, for √3. */
const REACH = UNIT / 2 / (1 - Math.sqrt((1 + UNEVENNESS) / 2));
const MAX_KEPT = 256;

export interface PathOptions {
  /** Paths of one name are one path. */
  readonly name: string;
  /** The market that it belongs to, and how much of its moves are the market's: the correlation with it. */
  readonly market: string;
  readonly correlation: number;
  /** The typical deviation over a year, as a share of the price. */
  readonly volatility: number;
  /** After 2 to the power of so many minutes it has forgotten where it was, and is near its centre again. */
  readonly memory: number;
}

/** The values at the ends of equal intervals, and the variance of each interval. */
interface Stretch {
  readonly values: Float64Array;
  readonly variances: Float64Array;
}

/** The highest and the lowest. */
export interface Range {
  high: number;
  low: number;
}

export class Path {
  readonly #options: PathOptions;
  readonly #ownSalt: number;
  readonly #marketSalt: number;
  readonly #common: number;
  readonly #own: number;
  readonly #blocks = new Map<number, Stretch>();
  /** The block that was asked for last: most questions are about the next minute. */
  #last: { readonly block: number; readonly stretch: Stretch } | undefined;
  readonly #cells = new Map<number, Stretch>();

  constructor(options: PathOptions) {
    this.#options = options;
    this.#ownSalt = saltOf(options.name);
    this.#marketSalt = saltOf(options.market);
    this.#common = options.correlation;
    this.#own = Math.sqrt(1 - options.correlation ** 2);
  }

  /** The logarithm of how far the path is from its centre. */
  at(atMs: number): number {
    const minute = Math.floor(atMs / MINUTE_MS);
    return this.#valueAt(minute, Math.floor((atMs - minute * MINUTE_MS) / TICK_MS));
  }

  /** How busy a minute is, and how far its price goes, compared with a typical one; 0 where nothing moves. */
  minute(minute: number): { readonly activity: number; readonly move: number } {
    const { volatility } = this.#options;
    if (volatility === 0) return { activity: 0, move: 0 };
    const { values, variances } = this.#block(Math.floor(minute / BLOCK_MINUTES));
    const index = minute % BLOCK_MINUTES;
    const typical = volatility ** 2 / YEAR_MINUTES;
    const step = (values[index + 1] as number) - (values[index] as number);
    return { activity: (variances[index] as number) / typical, move: Math.abs(step) / Math.sqrt(typical) };
  }

  /** Takes into a range the ticks [from, to) of a minute. */
  widen(range: Range, minute: number, from = 0, to = TICKS): void {
    const { values, variances } = this.#block(Math.floor(minute / BLOCK_MINUTES));
    const index = minute % BLOCK_MINUTES;
    const [open, end] = [values[index] as number, values[index + 1] as number];
    const size = Math.sqrt(variances[index] as number);
    const { values: bridges, highest } = theBridges();
    const margin = size * (this.#common + this.#own) * highest;
    // Most minutes of a day are nowhere near its highest and lowest.
    if (Math.max(open, end) + margin <= range.high && Math.min(open, end) - margin >= range.low) return;
    const [common, own] = [bridgeOf(this.#marketSalt, minute), bridgeOf(this.#ownSalt, minute)];
    const [a, b] = [size * this.#common * common.sign, size * this.#own * own.sign];
    const slope = (end - open) / TICKS;
    let { high, low } = range;
    for (let tick = from; tick < to; tick++) {
      const value =
        open +
        slope * tick +
        a * (bridges[common.start + tick] as number) +
        b * (bridges[own.start + tick] as number);
      if (value > high) high = value;
      if (value < low) low = value;
    }
    range.high = high;
    range.low = low;
  }

  #valueAt(minute: number, tick: number): number {
    const range = { high: Number.NEGATIVE_INFINITY, low: Number.POSITIVE_INFINITY };
    this.widen(range, minute, tick, tick + 1);
    return range.high;
  }

  /** Where the path of a block begins, and where it surely is. */
  reach(block: number): Range & { readonly open: number } {
    const { cell, index } = this.#placeOf(block);
    const [open, end] = [cell.values[index] as number, cell.values[index + 1] as number];
    // A bridge goes less far than the halvings without end that this sums up.
    const margin = Math.sqrt(cell.variances[index] as number) * (this.#common + this.#own) * REACH;
    return { open, high: Math.max(open, end) + margin, low: Math.min(open, end) - margin };
  }

  #block(block: number): Stretch {
    if (this.#last?.block === block) return this.#last.stretch;
    const stretch = remembered(this.#blocks, block, () => {
      const { cell, index } = this.#placeOf(block);
      const [open, end] = [cell.values[index] as number, cell.values[index + 1] as number];
      return this.#halved(BLOCK_LEVELS, block, open, end, cell.variances[index] as number, BLOCK_LEVELS);
    });
    this.#last = { block, stretch };
    return stretch;
  }

  /** The cell that a block is in, and which of its intervals it is. */
  #placeOf(block: number): { readonly cell: Stretch; readonly index: number } {
    const levels = this.#options.memory - BLOCK_LEVELS;
    const cell = Math.floor(block / 2 ** levels);
    return { cell: this.#cell(cell, levels), index: block - cell * 2 ** levels };
  }

  /** What the path was before a cell has no part in it: its ends are drawn apart from all others. */
  #cell(cell: number, levels: number): Stretch {
    return remembered(this.#cells, cell, () => {
      const { memory, volatility } = this.#options;
      const variance = (volatility ** 2 * 2 ** memory) / YEAR_MINUTES;
      // The step from end to end has the variance of the cell.
      const size = Math.sqrt(variance / 2);
      const end = (at: number) => size * this.#noise(memory + 1, at);
      return this.#halved(memory, cell, end(cell), end(cell + 1), variance, levels);
    });
  }

  /** Halves an interval of 2^level minutes so many times. */
  #halved(level: number, place: number, open: number, end: number, variance: number, times: number): Stretch {
    const count = 2 ** times;
    const [values, variances] = [new Float64Array(count + 1), new Float64Array(count)];
    [values[0], values[count], variances[0]] = [open, end, variance];
    for (let [step, depth] = [count, 0]; variance > 0 && step > 1; step /= 2, depth++) {
      for (let index = 0; index < count; index += step) {
        const node = place * 2 ** depth + index / step;
        const whole = variances[index] as number;
        const share = (1 + UNEVENNESS * lattice(this.#marketSalt ^ (SPLIT * (level - depth)), node)) / 2;
        const first = whole * share;
        const [left, right] = [values[index] as number, values[index + step] as number];
        const middle = left + (right - left) * share;
        const spread = Math.sqrt(first * (1 - share));
        values[index + step / 2] = middle + spread * this.#noise(level - depth, node);
        variances[index] = first;
        variances[index + step / 2] = whole - first;
      }
    }
    return { values, variances };
  }

  /** A random value of variance 1, in part the market's. */
  #noise(level: number, node: number): number {
    const common = lattice(this.#marketSalt + level, node);
    return UNIT * (this.#common * common + this.#own * lattice(this.#ownSalt + level, node));
  }
}

const SPLIT = 0x01000193;

/** What a map has, computed where it does not; the oldest makes room. */
export function remembered<T>(memory: Map<number, T>, key: number, compute: () => T, most = MAX_KEPT): T {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const [oldest] = memory.keys();
  if (memory.size >= most && oldest !== undefined) memory.delete(oldest);
  const value = compute();
  memory.set(key, value);
  return value;
}

const BRIDGES = 64;
interface Bridges {
  /** Random walks of a minute that end where they began, and would have a variance of 1 if they did not. */
  readonly values: Float64Array;
  readonly highest: number;
}

let bridges: Bridges | undefined;

/** Made at the first use: every function that values money carries this file, and few ever follow a path. */
function theBridges(): Bridges {
  if (bridges) return bridges;
  const values = makeBridges();
  bridges = { values, highest: values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) };
  return bridges;
}

function makeBridges(): Float64Array {
  const made = new Float64Array(BRIDGES * TICKS);
  const salt = saltOf("bridge");
  const size = UNIT * Math.sqrt(1 / TICKS);
  for (let start = 0; start < made.length; start += TICKS) {
    const steps = Array.from({ length: TICKS }, (_, tick) => lattice(salt, start + tick));
    const mean = steps.reduce((sum, step) => sum + step, 0) / TICKS;
    let value = 0;
    for (const [tick, step] of steps.entries()) {
      made[start + tick] = value;
      value += (step - mean) * size;
    }
  }
  return made;
}

/** The bridge of a minute, one way up or the other. */
function bridgeOf(salt: number, minute: number): { readonly start: number; readonly sign: 1 | -1 } {
  const bits = mixed(salt, minute);
  return { start: (bits & (BRIDGES - 1)) * TICKS, sign: bits < 0 ? -1 : 1 };
}
