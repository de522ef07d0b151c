import type { Stack } from "@aws-sdk/client-cloudformation";
import type { StageConfig } from "../config.ts";

/** The stage that is asked about: how it is to be, and what of it is there. */
export interface Stage {
  readonly stage: string;
  readonly config: StageConfig;
  /** By the last part of their names: `platform`, `edge`. */
  readonly deployed: ReadonlyMap<string, Stack>;
}
