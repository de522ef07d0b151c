import type Stripe from "stripe";
import * as z from "zod";
import type { Verdict } from "../endpoint.ts";
import { signature } from "../webhooks.ts";

/**
 * Real-time authorizations: a signed webhook asks the platform about each purchase, and waits two seconds for its response
 * (docs.stripe.com/issuing/controls/real-time-authorizations).
 */

const TIMEOUT_MS = 2000;

const responseSchema = z.object({
  approved: z.boolean(),
  amount: z.int().positive().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
});

interface Options {
  readonly url: string | undefined;
  readonly secret: string;
  readonly report: (line: string) => void;
}

const declined = (reason: Verdict["reason"], problem: string): Verdict => ({
  approved: false,
  reason,
  problem,
});

/** Returns a function that asks the platform for its decision. Approves everything if no address is set. */
export const authorizationClient =
  ({ url, secret, report }: Options) =>
  async (event: Stripe.Event): Promise<Verdict> => {
    if (url === undefined) return { approved: true, reason: "card_active" };
    const verdict = await ask(url, secret, event);
    if (verdict.problem !== undefined)
      report(`authorization declined: its event ${event.id} ${verdict.problem}`);
    return verdict;
  };

async function ask(url: string, secret: string, event: Stripe.Event): Promise<Verdict> {
  const body = JSON.stringify(event, null, 2);
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": signature(body, secret, Math.floor(Date.now() / 1000)),
        "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return read(response.status, response.headers.get("stripe-version"), await response.text());
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    return isLate
      ? declined("webhook_timeout", "was not answered within 2 s")
      : declined("webhook_error", `was not answered: ${error instanceof Error ? error.message : error}`);
  }
}

function read(status: number, version: string | null, text: string): Verdict {
  if (status !== 200) return declined("webhook_error", `was answered with status ${status}`);
  if (version === null) return declined("webhook_error", "was answered without a Stripe-Version");
  try {
    const { approved, metadata } = responseSchema.parse(JSON.parse(text));
    return {
      approved,
      reason: approved ? "webhook_approved" : "webhook_declined",
      ...(metadata && { metadata }),
    };
  } catch {
    return declined("webhook_error", "was answered with an invalid body");
  }
}
