import type { Merchant } from "./schema.ts";

/** What the payment provider lets an account do. Pure. */

export type Rights = Pick<Merchant, "chargesEnabled" | "payoutsEnabled" | "status">;

/** An account of the provider as far as its rights depend on it. */
export interface Account {
  readonly charges_enabled: boolean;
  readonly payouts_enabled: boolean;
  readonly details_submitted: boolean;
  readonly requirements?: { readonly disabled_reason?: string | null | undefined } | null | undefined;
}

/**
 * As Stripe's dashboard names the state of an account: "pending" until everything is entered and verified,
 * "restricted" while charges or payouts are off for any other reason.
 */
export function rightsOf(account: Account): Rights {
  const { charges_enabled: chargesEnabled, payouts_enabled: payoutsEnabled } = account;
  return { chargesEnabled, payoutsEnabled, status: statusOf(account) };
}

function statusOf({
  charges_enabled,
  payouts_enabled,
  details_submitted,
  requirements,
}: Account): Rights["status"] {
  if (charges_enabled && payouts_enabled) return "active";
  const isVerified = requirements?.disabled_reason !== "requirements.pending_verification";
  return details_submitted && isVerified ? "restricted" : "pending";
}
