import * as Ids from "../../core/kernel/ids/index.ts";
import { type Mode, type Sandbox, sandboxOf } from "../../core/kernel/mode.ts";

export const newSandbox = (): Sandbox => sandboxOf(Ids.create("user"));

/** Ledgers of every kind: the live one and two developers' sandboxes. */
export const ledgers: readonly Mode[] = [
  "live",
  sandboxOf(`usr_${"a".repeat(26)}`),
  sandboxOf(`usr_${"b".repeat(26)}`, 2),
];
