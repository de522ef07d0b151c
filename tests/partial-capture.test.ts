import { afterAll, beforeAll, expect, it } from "vitest";
import { consumers } from "../contract/consumers.ts";
import { audit } from "../core/audit/index.ts";
import { env } from "../core/kernel/env.ts";
import * as Ledger from "../core/ledger/index.ts";
import { DEMO_MERCHANT_ID, people } from "../local/seed.ts";
import { withPlatform } from "./support/platform.ts";
import { stripeOf } from "./support/psp.ts";

/**
 * Partially captured card payments: over HTTP, with the provider's double and its webhooks. After each step
 * the ledger must equal the provider's balance.
 */

const platform = withPlatform({
  consumers: consumers.filter(({ id }) =>
    ["notifications", "outbox.sweep", "inbound.process-psp"].includes(id),
  ),
});

const DAY = 86_400;
const stripe = () => stripeOf(env("STRIPE_URL"), env("STRIPE_SECRET_KEY"));

let token = "";
let before = 0n;
const providerBalance = async (): Promise<bigint> =>
  BigInt(
    (await stripe().balance.retrieve()).available.find(({ currency }) => currency === "eur")?.amount ?? 0,
  );
/** Returns the ledger's balance of the provider's clearing account. */
const ledgerBalance = async (): Promise<bigint> => -(await Ledger.balance("clearing:psp", "EUR"));

async function signIn({ email, password }: { email: string; password: string }): Promise<string> {
  const { body } = await platform.call<{ token?: string; accessToken?: string }>("POST", "/api/auth/login", {
    body: { email, password },
  });
  return body.accessToken ?? body.token ?? "";
}

beforeAll(async () => {
  token = await signIn(people.user);
  before = (await ledgerBalance()) - (await providerBalance());
});
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

/** Processes the provider's events, then compares both balances and runs the audit. */
async function expectEqual(minor: bigint): Promise<void> {
  await platform.drain();
  expect(await providerBalance()).toBe(minor);
  expect((await ledgerBalance()) - before).toBe(minor);
  expect((await audit()).differences).toEqual([]);
}

/** Creates an authorized payment of 1,000.00 that waits for its capture. */
async function authorizePayment(more: object = {}): Promise<string> {
  const { body } = await platform.call<{ data: { id: string; status: string } }>("POST", "/api/payments", {
    token,
    body: { amount: 100_000, currency: "eur", paymentMethodId: "pm_card_visa", ...more },
  });
  expect(body.data.status).toBe("requires_capture");
  return body.data.id;
}

interface Row {
  readonly id: string;
  readonly amount: number;
  readonly type: string;
  readonly status: string;
  readonly refundedAmount: number;
}
async function rows(): Promise<readonly Row[]> {
  const { body } = await platform.call<{ data: { transactions: Row[] } }>(
    "GET",
    "/api/payments/transactions?limit=100",
    { token },
  );
  return body.data.transactions;
}
const shown = async (id: string): Promise<Row | undefined> => (await rows()).find((row) => row.id === id);

it.each([
  ["a top-up of the user's wallet", {}],
  ["a payment to a merchant", { merchantId: DEMO_MERCHANT_ID }],
])(
  "keeps the ledger equal to the provider at each step (authorized, partly captured, partly refunded, disputed, won) for %s",
  async (_, receiver) => {
    const start = await providerBalance();
    const id = await authorizePayment({ ...receiver, paymentMethodId: "pm_card_createDispute" });
    await expectEqual(start);

    await stripe().paymentIntents.capture(id, { amount_to_capture: 60_001 });
    await expectEqual(start + 60_001n);
    expect(await shown(id)).toMatchObject({ amount: 60_001, status: "succeeded", refundedAmount: 0 });

    await stripe().refunds.create({ payment_intent: id, amount: 20_000 });
    await expectEqual(start + 40_001n);
    expect(await shown(id)).toMatchObject({ amount: 60_001, status: "succeeded", refundedAmount: 20_000 });

    await platform.advance(DAY);
    await expectEqual(start);
    const [dispute] = (await stripe().disputes.list({ payment_intent: id })).data;
    expect(dispute).toMatchObject({ amount: 40_001, status: "needs_response" });

    token = await signIn(people.user);
    await stripe().disputes.update(dispute?.id ?? "", {
      evidence: { uncategorized_text: "winning_evidence" },
    });
    await expectEqual(start + 40_001n);
    expect((await rows()).slice(0, 4)).toMatchObject([
      { type: "reversal", amount: 40_001 },
      { type: "dispute", amount: 40_001 },
      { type: "refund", amount: 20_000 },
      { id, amount: 60_001 },
    ]);
  },
);

it("credits exactly one of ten parallel captures of one authorization", async () => {
  const start = await providerBalance();
  const id = await authorizePayment();
  const asked = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) =>
      stripe().paymentIntents.capture(id, { amount_to_capture: 10_000 + n }),
    ),
  );
  const taken = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value.amount_received] : []));
  expect(taken).toHaveLength(1);
  await expectEqual(start + BigInt(taken[0] ?? 0));
  expect((await rows()).filter((row) => row.id === id)).toMatchObject([{ amount: taken[0] }]);
});
