import * as z from "zod";
import { roles } from "../actor.ts";

/** A change of a user's role that waits for a second administrator. */
export const request = z.object({
  approvalId: z.string(),
  userId: z.string(),
  role: z.enum(roles),
  /** The role that the user had then. */
  before: z.enum(roles),
  reason: z.string(),
  requestedBy: z.string(),
  requestedAt: z.string(),
  expiresAt: z.string(),
});
export type Request = z.output<typeof request>;
