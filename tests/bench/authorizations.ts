import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import * as Kyc from "../../core/identity/kyc/index.ts";
import { env } from "../../core/kernel/env.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import { walletId } from "../../core/ledger/accounts.ts";
import { issue } from "../../core/payments/issuing/issue.ts";
import type { IssuedCard } from "../../core/payments/issuing/schema.ts";
import { start } from "../../local/runtime.ts";
import type { Webhook } from "../support/burst.ts";
import { onWeb } from "../support/identity.ts";
import { createFundedWallet } from "../support/ledger.ts";
import { createUser } from "../support/people.ts";
import { ms, percentile, progress, table, verdict } from "./print.ts";
import { startSender } from "./sender.ts";

const AT_ONCE = 50;
const ROUNDS = 10;
const stripe = new Stripe("sk_test_unused");

async function createCard(): Promise<IssuedCard> {
  const actor = onWeb(await createUser());
  await createFundedWallet(actor, "EUR", 10_000_000n);
  await Kyc.decide("bank", actor.userId, { decisionId: Ids.create("event"), status: "VALIDATED" });
  return issue(actor, { type: "virtual", accountId: walletId("live", actor.userId, "EUR") });
}

/** Returns a signed authorization request as the provider posts it. */
function request({ userId, cardId, pspCardId }: IssuedCard): Webhook {
  const object = {
    id: `iauth_${randomUUID().replaceAll("-", "")}`,
    object: "issuing.authorization",
    ...{ amount: 0, approved: false, authorization_method: "online", status: "pending" },
    card: { id: pspCardId, metadata: { svc_user: userId, svc_card: cardId } },
    ...{ currency: "eur", merchant_amount: 0, merchant_currency: "eur" },
    merchant_data: { name: "Rocket Rides", category: "taxicabs_limousines", country: "FR", city: "Paris" },
    pending_request: { amount: 100, amount_details: null, merchant_amount: 100, merchant_currency: "eur" },
    ...{ balance_transactions: [], request_history: [], transactions: [] },
  };
  const event = { id: `evt_${randomUUID()}`, object: "event", type: "issuing_authorization.request" };
  const payload = JSON.stringify({ ...event, livemode: false, data: { object } });
  const secret = env("STRIPE_ISSUING_WEBHOOK_SECRET");
  return {
    path: "/api/webhooks/psp/authorizations",
    headers: { "stripe-signature": stripe.webhooks.generateTestHeaderString({ payload, secret }) },
    body: payload,
  };
}

const BUDGET_MS = 300;

const figures = (took: readonly number[]): string[] => {
  const p99 = percentile(took, 0.99);
  return [...[percentile(took, 0.5), p99, Math.max(...took)].map(ms), verdict(p99 <= BUDGET_MS)];
};

/** Measures how long a merchant waits for the authorization of a card purchase. */
export async function authorizations(): Promise<void> {
  const platform = await start({ providers: false, consumers: [] });
  const sender = await startSender();
  const rows: string[][] = [];
  try {
    progress("authorizations: issuing cards");
    const cards = await Array.fromAsync({ length: AT_ONCE }, createCard);
    const round = (of: readonly IssuedCard[], atOnce = AT_ONCE) =>
      sender.send(
        platform.url,
        Array.from({ length: atOnce }, (_, at) => request(of[at % of.length] as IssuedCard)),
      );
    const first = await round(cards);
    rows.push(["50 concurrent, first after the start", ...figures(first)]);
    for (const [name, of, atOnce] of [
      ["10 concurrent, 10 cards", cards.slice(0, 10), 10],
      ["50 concurrent, 50 cards", cards, AT_ONCE],
      ["50 concurrent, 5 cards", cards.slice(0, 5), AT_ONCE],
    ] as const) {
      progress(`authorizations, ${name}`);
      const took: number[] = [];
      for (let count = 0; count < (ROUNDS * AT_ONCE) / atOnce; count++)
        took.push(...(await round(of, atOnce)));
      rows.push([name, ...figures(took)]);
    }
  } finally {
    sender.stop();
    await platform.stop();
  }
  table(
    `Card authorizations, all of a round at one instant (budget: answered within ${BUDGET_MS} ms at p99)`,
    ["", "p50", "p99", "slowest", ""],
    rows,
  );
}
