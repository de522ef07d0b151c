import * as z from "zod";
import { rule } from "../kernel/texts/index.ts";

/** Limits on the value that a user moves, by verification level. */

/** The value in euros that an account sends within 24 hours without a recent proof. The default of the setting. */
export const STEP_UP_DAILY_EUR = 300;

/** The direction of a user's movement: incoming or outgoing money. */
export const directions = ["in", "out"] as const;
export type Direction = (typeof directions)[number];

/** Limits in euro cents: per operation, within 24 hours, within 30 days. */
export interface Limits {
  readonly operation: bigint;
  readonly day: bigint;
  readonly month: bigint;
}

export interface LevelLimits extends Limits {
  readonly level: number;
}

const LINE = /^(\d):(\d{1,12})\/(\d{1,12})\/(\d{1,12})$/;

/** `0:10000/15000/30000 1:…`: for each level, the limits in whole euros per operation, 24 hours and 30 days. */
export const kycLimits = z
  .string()
  .refine(
    (text) => text === "none" || text.split(" ").every((line) => LINE.test(line)),
    rule(
      "must be level:operation/day/month in whole euro, between levels a space, or none",
      "doit être niveau:opération/jour/mois en euros entiers, une espace entre les niveaux, ou none",
    ),
  )
  .transform((text): readonly LevelLimits[] =>
    text === "none"
      ? []
      : text
          .split(" ")
          .map((line) => {
            const [level = 0n, ...euros] = (LINE.exec(line) ?? []).slice(1).map(BigInt);
            const [operation = 0n, day = 0n, month = 0n] = euros.map((euro) => euro * 100n);
            return { level: Number(level), operation, day, month };
          })
          .sort((a, b) => a.level - b.level),
  );

/** Cents by the number of an hour or a day since the epoch. */
const parts = z.record(z.string(), z.bigint());

export const movedItem = z.object({
  hours: parts,
  days: parts,
  /** The part of `hours` that was moved without a recent proof of who acts. */
  unconfirmed: parts.default({}),
  version: z.bigint(),
});
export type Moved = z.output<typeof movedItem>;
