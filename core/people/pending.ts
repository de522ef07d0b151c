import * as Clock from "../kernel/clock/index.ts";
import type { Erasure } from "./schema.ts";

/** An erasure that one administrator has asked for and another may approve. */
export interface Pending {
  readonly id: string;
  readonly requestedBy: string;
  readonly expiresAt: string;
}

/** What of an erasure waits for a second administrator; undefined where nothing does, or not any more. */
export function pendingOf({ approvalId: id, askedBy, requestedBy, expiresAt }: Erasure): Pending | undefined {
  if (id === undefined || expiresAt === undefined || expiresAt <= Clock.nowIso()) return undefined;
  return { id, requestedBy: askedBy ?? requestedBy, expiresAt };
}
