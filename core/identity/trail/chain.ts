import { sha256Hex } from "../../kernel/sha256.ts";
import type { Line } from "./schema.ts";

/** The hash chain of an author's lines in the audit trail. Pure. */

/** The previous hash of an author's first line. */
export const START = "";

/** A line with its position in its author's chain. Lines of earlier versions have none. */
export interface ChainedLine extends Line {
  readonly seq: bigint;
  readonly previousHash: string;
  readonly hash: string;
}

export const isChained = (line: Line): line is ChainedLine =>
  line.seq !== undefined && line.previousHash !== undefined && line.hash !== undefined;

/**
 * Returns `0x` and the SHA-256 of a line in a canonical form, with the hash of its author's previous line. So a line cannot be
 * changed, dropped or moved without changing all later ones.
 */
export function hashOf(line: Omit<ChainedLine, "hash">): string {
  const content = [
    "svc.trail.line/1",
    line.by,
    line.seq.toString(),
    line.previousHash,
    line.deedId,
    line.at,
    line.deed,
    line.to ?? null,
    line.reason,
    // The table does not store an order.
    Object.entries(line.about).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ];
  return `0x${sha256Hex(JSON.stringify(content))}`;
}
