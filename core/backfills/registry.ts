import type { Backfill } from "./backfill.ts";
import { reseal } from "./reseal.ts";

/** Every backfill there is: `npm run backfill` lists them. One that was run everywhere is taken out again. */
export const backfills: readonly Backfill[] = [reseal];
