import * as Clock from "../kernel/clock/index.ts";
import type * as Table from "../platform/table/index.ts";
import { fraudRecord } from "./entity.ts";

/** Attempts at fraud that were seen, kept for whoever looks into an account. */

export interface Attempt {
  readonly what: "refresh-token-reused" | "refresh-token-of-another-device";
  readonly userId: string;
  readonly sessionId: string;
  readonly ip: string;
  readonly userAgent: string;
}

/** The write that records an attempt, for the transaction that acts on it. */
export function record(attempt: Attempt): Table.Write {
  const at = Clock.nowIso();
  return { put: { ...fraudRecord.key({ ...attempt, at }), ...attempt, at } };
}
