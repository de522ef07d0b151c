import { createHash } from "node:crypto";

/**
 * A random walk that depends on nothing but its name and the time, so that any process computes any instant
 * of it and all agree. It is value noise: random values on a lattice of time, smoothly joined, on several
 * time scales whose size grows with the root of their period, as a random walk's does.
 */

const DAY = 86_400_000;
const YEAR = 365 * DAY;
const PERIODS = [180 * DAY, 30 * DAY, 7 * DAY, DAY, DAY / 4, DAY / 24, 600_000, 60_000, 5_000];

/** One time scale. It remembers its last lattice cell: whoever walks forward hashes little. */
interface Octave {
  readonly period: number;
  readonly amplitude: number;
  readonly salt: number;
  cell: number;
  left: number;
  /** The cell whose right end is known. */
  rightOf: number;
  right: number;
}

export class Path {
  readonly #octaves: readonly Octave[];

  /** @param volatility the typical deviation over a year, as a share of the price */
  constructor(name: string, volatility: number) {
    this.#octaves = (volatility === 0 ? [] : PERIODS).map((period) => ({
      period,
      amplitude: volatility * Math.sqrt(period / YEAR),
      salt: saltOf(`${name}/${period}`),
      cell: -1,
      left: 0,
      rightOf: -2,
      right: 0,
    }));
  }

  /**
   * How high and how low the walk can at most be within a day. Scales of a day and more only rise or only
   * fall within one; the shorter ones are taken at their worst.
   */
  reach(dayStartMs: number): { readonly high: number; readonly low: number } {
    let [high, low] = [0, 0];
    for (const octave of this.#octaves) {
      const [begin, end] =
        octave.period < DAY
          ? [octave.amplitude, -octave.amplitude]
          : [valueAt(octave, dayStartMs), valueAt(octave, dayStartMs + DAY)];
      high += Math.max(begin, end);
      low += Math.min(begin, end);
    }
    return { high, low };
  }

  /** The logarithm of how far the walk is from where it moves around. */
  at(atMs: number): number {
    let total = 0;
    for (const octave of this.#octaves) total += valueAt(octave, atMs);
    return total;
  }
}

function valueAt(octave: Octave, atMs: number): number {
  const position = atMs / octave.period;
  const cell = Math.floor(position);
  if (cell !== octave.cell) enter(octave, cell);
  const share = position - cell;
  // On the lattice itself, where every other sample of the finest scales lies, one value is all there is.
  if (share === 0) return octave.amplitude * octave.left;
  if (octave.rightOf !== cell) extend(octave, cell);
  const weight = share * share * (3 - 2 * share);
  return octave.amplitude * (octave.left * (1 - weight) + octave.right * weight);
}

function enter(octave: Octave, cell: number): void {
  octave.left = cell === octave.rightOf + 1 ? octave.right : lattice(octave.salt, cell);
  octave.cell = cell;
}

function extend(octave: Octave, cell: number): void {
  octave.right = lattice(octave.salt, cell + 1);
  octave.rightOf = cell;
}

/** 32 bits of a name. */
export const saltOf = (name: string): number => createHash("sha256").update(name).digest().readInt32BE(0);

/** The random value of a lattice point, in [-1, 1). */
export const lattice = (salt: number, cell: number): number => mixed(salt, cell) / 2 ** 31;

/** 32 well mixed bits of two numbers: MurmurHash3's finalizer, twice. */
function mixed(salt: number, cell: number): number {
  return scrambled(scrambled(cell ^ salt) + Math.imul(salt, 0x9e3779b1));
}

function scrambled(bits: number): number {
  let hash = bits | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
