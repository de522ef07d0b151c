import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type StripeDouble, type StripeDoubleOptions, startStripeDouble } from "./index.ts";
import { stripeOf, testClock } from "./testing.ts";

const KEY = "sk_test_1";
const SECRET = "whsec_1";

/** The requests that the platform received, and its response. */
const posted: { readonly body: string; readonly signature: string; readonly type: string }[] = [];
let answer = 200;
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks).toString();
    const { type } = JSON.parse(body) as { type: string };
    posted.push({ body, signature: String(request.headers["stripe-signature"]), type });
    response.writeHead(answer, answer === 302 ? { location: "/elsewhere" } : {}).end();
  });
});
let webhookUrl = "";
const reports: string[] = [];
let folder = "";
let psp: StripeDouble | undefined;
const clock = testClock();

beforeAll(async () => {
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  folder = mkdtempSync(join(tmpdir(), "psp-"));
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  posted.length = 0;
  reports.length = 0;
  answer = 200;
});
afterEach(async () => {
  await psp?.stop();
  psp = undefined;
  clock.reset();
});

async function started(more: Partial<StripeDoubleOptions> = {}): Promise<StripeDouble> {
  psp = await startStripeDouble({
    secretKey: KEY,
    webhookSecret: SECRET,
    webhookUrl,
    nowMs: clock.nowMs,
    report: (line) => reports.push(line),
    ...more,
  });
  return psp;
}

async function advance(double: StripeDouble, seconds: number): Promise<void> {
  clock.advance(seconds);
  await double.clockMoved();
  await double.settled();
}

/** Retries after a connection that ended with the previous double, whose port the next one uses. */
const client = ({ url }: StripeDouble) => stripeOf(url, KEY, 1);

const pay = (double: StripeDouble) =>
  client(double).paymentIntents.create({
    amount: 1000,
    currency: "eur",
    payment_method: "pm_card_visa",
    allowed_payment_method_types: ["card"],
    confirm: true,
  });

describe("a webhook", () => {
  test("has a signature of Stripe's format, and the object as it was at the time of the event", async () => {
    const double = await started();
    const { id } = await pay(double);
    await double.settled();
    expect(posted.map(({ type }) => type).sort()).toEqual([
      "charge.succeeded",
      "payment_intent.created",
      "payment_intent.succeeded",
    ]);
    for (const { body, signature } of posted) {
      const event = Stripe.webhooks.constructEvent(body, signature, SECRET);
      expect(event).toMatchObject({ object: "event", api_version: "2026-10-28.endive", livemode: false });
      expect(() => Stripe.webhooks.constructEvent(body, signature, "whsec_2")).toThrow(/signature/);
    }
    const created = posted.find(({ type }) => type === "payment_intent.created");
    expect(JSON.parse(created?.body ?? "")).toMatchObject({
      data: { object: { id, status: "requires_confirmation", latest_charge: null } },
      request: { id: expect.stringMatching(/^req_/), idempotency_key: expect.any(String) },
    });
  });

  test("is signed with the real time, whatever the platform's clock", async () => {
    clock.advance(400 * 86_400);
    const double = await started();
    await pay(double);
    await double.settled();
    const { body, signature } = posted[0] ?? { body: "", signature: "" };
    expect(Stripe.webhooks.constructEvent(body, signature, SECRET).created).toBeGreaterThan(
      Date.now() / 1000 + 86_400,
    );
  });

  test.each([500, 404, 302])("is retried with growing delays after the status %i", async (status) => {
    const double = await started();
    answer = status;
    await client(double).customers.create();
    await double.settled();
    expect(posted).toHaveLength(1);
    await advance(double, 4);
    expect(posted).toHaveLength(1);
    await advance(double, 1);
    expect(posted).toHaveLength(2);
    await advance(double, 59);
    expect(posted).toHaveLength(2);
    answer = 200;
    await advance(double, 1);
    expect(posted).toHaveLength(3);
    await advance(double, 100_000);
    expect(posted).toHaveLength(3);
    // The same event at each attempt.
    expect(new Set(posted.map(({ body }) => body)).size).toBe(1);
    expect(reports[0]).toContain(`was answered with status ${status}, retrying in 5 s`);
  });

  test("is no longer retried after three days", async () => {
    const double = await started();
    answer = 500;
    await client(double).customers.create();
    await double.settled();
    for (let hour = 0; hour < 24 * 5; hour++) await advance(double, 3600);
    expect(reports.at(-1)).toContain("giving up");
    expect(posted).toHaveLength(12);
  });

  test("is retried if the platform is unreachable", async () => {
    const double = await started({ webhookUrl: "http://127.0.0.1:9/hook" });
    await client(double).customers.create();
    await double.settled();
    expect(reports).toEqual([expect.stringContaining("was not answered")]);
  });
});

describe("the double's state", () => {
  // Another process may take the port between stop and start.
  test("survives a restart, including undelivered webhooks", { retry: 2 }, async () => {
    const file = join(folder, "state.jsonl");
    answer = 500;
    const first = await started({ file });
    const { id } = await pay(first);
    await first.settled();
    const { url } = first;
    await first.stop();
    answer = 200;
    posted.length = 0;
    const second = await started({ file });
    // Addresses that the platform has stored stay valid.
    expect(second.url).toBe(url);
    expect(await client(second).paymentIntents.retrieve(id)).toMatchObject({
      status: "succeeded",
    });
    await advance(second, 5);
    expect(posted).toHaveLength(3);
    await second.stop();
    posted.length = 0;
    const third = await started({ file });
    await advance(third, 86_400);
    expect(posted).toEqual([]);
  });

  test("is on disk before a response is sent, and can be read after a crash cut off its last line", async () => {
    const file = join(folder, "torn.jsonl");
    const first = await started({ file });
    const { id } = await client(first).customers.create({ name: "Ada" });
    // Like a killed process: nothing is closed or flushed.
    const torn = `${readFileSync(file, "utf8")}[["customer/cus_torn",{"id":"cus_`;
    await first.stop();
    rmSync(file);
    appendFileSync(file, torn);
    const second = await started({ file });
    const stripe = client(second);
    expect(await stripe.customers.retrieve(id)).toMatchObject({ name: "Ada" });
    const { id: later } = await stripe.customers.create({ name: "Bob" });
    await second.stop();
    const third = await started({ file });
    const names = (await client(third).customers.list()).data.map(({ name }) => name);
    expect(names).toEqual(["Bob", "Ada"]);
    expect(await client(third).customers.retrieve(later)).toMatchObject({ name: "Bob" });
  });

  test("includes the responses to idempotency keys after a restart", async () => {
    const file = join(folder, "keys.jsonl");
    const first = await started({ file });
    const { id } = await client(first).customers.create({}, { idempotencyKey: "k" });
    await first.stop();
    const second = await started({ file });
    expect(await client(second).customers.create({}, { idempotencyKey: "k" })).toMatchObject({
      id,
    });
  });

  test("is deleted by clear(), including undelivered webhooks", async () => {
    const file = join(folder, "cleared.jsonl");
    answer = 500;
    const first = await started({ file });
    const { id } = await pay(first);
    await first.settled();
    await first.clear();
    answer = 200;
    posted.length = 0;
    await advance(first, 86_400);
    expect(posted).toEqual([]);
    expect(first.events()).toEqual([]);
    await first.stop();
    const second = await started({ file });
    await expect(client(second).paymentIntents.retrieve(id)).rejects.toMatchObject({
      statusCode: 404,
    });
  });
});

test("the double rejects the capture of an unpaid intent if absentCustomerPays is false", async () => {
  const double = await started({ absentCustomerPays: false });
  const stripe = client(double);
  const { id } = await stripe.paymentIntents.create({
    amount: 1000,
    currency: "eur",
    capture_method: "manual",
  });
  await expect(stripe.paymentIntents.capture(id)).rejects.toMatchObject({
    code: "payment_intent_unexpected_state",
  });
});
