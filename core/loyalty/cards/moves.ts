import type { Points } from "./points.ts";
import type { Cause, LineType } from "./schema.ts";

/** Something that happens to the points of one card. */
export interface Move {
  readonly programId: string;
  /** Whose card it is, where a change is of several users'. */
  readonly userId?: string;
  readonly type: LineType;
  readonly cause: Cause;
  /** The points after it. Pure: it may be called more than once. */
  readonly to: (points: Points) => Points;
}
