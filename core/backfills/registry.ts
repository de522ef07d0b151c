import type { Backfill } from "./backfill.ts";
import { reseal } from "./reseal.ts";
import { versions, versionsOfLedger } from "./versions.ts";

/** Every backfill there is: `npm run backfill` lists them. One that was run everywhere is taken out again. */
export const backfills: readonly Backfill[] = [reseal, versions, versionsOfLedger];
