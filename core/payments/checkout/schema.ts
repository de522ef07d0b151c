import * as z from "zod";
import { ownPath } from "../../identity/oauth/callback-url.ts";

/** Orders of the hosted checkout (spec 3, section 4.1). */

export const modes = ["payment", "subscription"] as const;

/** A line of an order. `amountMinor` is the price of one piece. */
const line = z.object({ name: z.string(), amountMinor: z.bigint(), quantity: z.bigint() });
export type Line = z.output<typeof line>;

export interface OrderRequest {
  readonly lines: readonly Line[];
  /** ISO 4217, lower case. */
  readonly currency: string;
  readonly mode: (typeof modes)[number];
  /** Paths of our own site. */
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** The payment page. */
export interface Session {
  readonly sessionId: string;
  readonly url: string;
}

/** Returns the sum of the lines in minor units. */
export const totalOf = (lines: readonly Pick<Line, "amountMinor" | "quantity">[]): bigint =>
  lines.reduce((sum, { amountMinor, quantity }) => sum + amountMinor * quantity, 0n);

/** Returns whether a path stays on our own site for every URL parser. */
export const isSitePath = (path: string): boolean => path.startsWith("/") && ownPath(path) !== undefined;

/** An order as it is stored beside its transaction. */
export const orderItem = z.object({
  orderId: z.string(),
  userId: z.string(),
  mode: z.enum(modes),
  lines: z.array(line),
  /** The name of a subscription whose price has no name. */
  plan: z.string(),
  sessionId: z.string(),
  /** The provider's time, in seconds. */
  openedAtSeconds: z.bigint(),
});
export type Order = z.output<typeof orderItem>;
