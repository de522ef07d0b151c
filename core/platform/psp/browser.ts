import { env } from "../../kernel/env.ts";

/**
 * Returns how a browser reaches the payment provider: by Stripe.js with the publishable key, or by the page of its double,
 * which `STRIPE_URL` names on a laptop and in tests.
 */
export function browserAccess(): { readonly publishableKey: string | null; readonly formUrl: string | null } {
  const publishableKey = env("STRIPE_PUBLISHABLE_KEY", "") || null;
  const double = env("STRIPE_URL", "");
  return {
    publishableKey,
    formUrl: publishableKey === null && double !== "" ? new URL("/pages/confirm", double).href : null,
  };
}
