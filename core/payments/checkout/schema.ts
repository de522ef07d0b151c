import * as z from "zod";
import { ownPath } from "../../identity/oauth/callback-url.ts";

/** Orders that are paid on the provider's own page (hosted checkout, spec 3, section 4.1). */

export const modes = ["payment", "subscription"] as const;
export type Mode = (typeof modes)[number];

/** One line of an order. `amountMinor` is of one piece. */
export interface Line {
  readonly name: string;
  readonly amountMinor: bigint;
  readonly quantity: bigint;
}

/** What a user orders. */
export interface OrderRequest {
  readonly lines: readonly Line[];
  /** ISO 4217, lower case: one for the whole order. */
  readonly currency: string;
  readonly mode: Mode;
  /** Paths of our own site. */
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Where the customer pays. */
export interface Session {
  readonly sessionId: string;
  readonly url: string;
}

/** What the lines come to, in minor units. */
export const totalOf = (lines: readonly Pick<Line, "amountMinor" | "quantity">[]): bigint =>
  lines.reduce((sum, { amountMinor, quantity }) => sum + amountMinor * quantity, 0n);

/** Whether a path is one of our own site, whatever a URL parser makes of it. */
export const isSitePath = (path: string): boolean => path.startsWith("/") && ownPath(path) !== undefined;

/** What the table keeps of an order beside its transaction. */
export const orderItem = z.object({
  orderId: z.string(),
  userId: z.string(),
  mode: z.enum(modes),
  lines: z.array(z.object({ name: z.string(), amountMinor: z.bigint(), quantity: z.bigint() })),
  /** What a subscription is called unless its price has a name of its own. */
  plan: z.string(),
  sessionId: z.string(),
  /** The provider's time, in seconds. */
  openedAtSeconds: z.bigint(),
});
export type Order = z.output<typeof orderItem>;
