import { consumers } from "../../contract/consumers.ts";

/** The result of `measure.ts`, stored in `measured.json`. */

export interface Units {
  readonly reads: number;
  readonly writes: number;
}

export interface Measured {
  readonly routes: readonly (Units & {
    readonly name: string;
    readonly roundTrips: number;
  })[];
  readonly schedules: Readonly<Record<string, Units>>;
  /** A run of the price feed at each pace. */
  readonly feed: { readonly once: Units; readonly minuteLong: Units };
}

export const scheduled = consumers.filter(({ trigger }) => "schedule" in trigger);
