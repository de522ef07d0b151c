import * as Customer from "@svc/stripe-double/testing";
import { afterAll, beforeAll } from "vitest";
import * as Clock from "../../core/kernel/clock/index.ts";
import { env } from "../../core/kernel/env.ts";
import * as Psp from "../../core/platform/psp/index.ts";
import { setVariables } from "../../local/environment.ts";

/** The payment provider for tests: its double behind `Psp.call`, and the actions of customers there. */

export { authenticate, onboard, pay, stripeOf, submit } from "@svc/stripe-double/testing";

type Options = Omit<NonNullable<Parameters<typeof Customer.withStripeDouble>[0]>, "clock" | "secretKey">;

/**
 * Starts the payment provider's double for the tests of a file, without the platform. `Psp.call` reaches it. Call it
 * at the top of the file. It uses the platform's clock, whose offset is reset at the end.
 */
export function withPsp(options: Options = {}): Customer.TestDouble {
  const double = Customer.withStripeDouble({
    ...options,
    secretKey: "sk_test_withPsp",
    clock: {
      nowMs: Clock.nowMs,
      advance: (seconds) => Clock.setOffset(Clock.offset() + seconds * 1000),
      reset: () => Clock.setOffset(0),
    },
  });
  let unset = () => {};
  beforeAll(() => {
    unset = setVariables({
      STRIPE_URL: double.url,
      STRIPE_PIN_KEY: double.pinKey,
      STRIPE_SECRET_KEY: double.secretKey,
      STRIPE_SECRET_KEY_PREVIOUS: undefined,
      SECRET_ARN_STRIPE_SECRET_KEY: undefined,
    });
    Psp.configure({});
  });
  afterAll(() => {
    unset();
    Psp.configure({});
  });
  return double;
}

const api = (): Customer.Api => ({ url: env("STRIPE_URL"), secretKey: env("STRIPE_SECRET_KEY") });

/** Confirms a payment intent as its customer, as `confirm` of the double does. */
export const confirm = (paymentIntentId: string, card?: string): Promise<Customer.Confirmed> =>
  Customer.confirm(api(), paymentIntentId, card);

/** Confirms a setup intent as its customer. */
export const confirmSetup = (setupIntentId: string, card?: string): Promise<Customer.Confirmed> =>
  Customer.confirmSetup(api(), setupIntentId, card);

/** Returns the address of the bank's page for an intent that `requires_action`. */
export const challengeOf = (intentId: string): Promise<string> => Customer.challengeOf(api(), intentId);
