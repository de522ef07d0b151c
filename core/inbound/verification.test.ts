import { randomUUID } from "node:crypto";
import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import Stripe from "stripe";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { signBody } from "../../tests/support/bank.ts";
import { withDatabase } from "../../tests/support/database.ts";
import * as Clock from "../kernel/clock/index.ts";
import { isSigned } from "../platform/psp/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Bank from "./bank.ts";
import { inboundEvent } from "./entity.ts";
import * as Psp from "./psp.ts";

/** Accepts only bodies that one of the two valid secrets has signed. */

withDatabase();

const sqs = mockClient(SQSClient);
afterAll(() => sqs.restore());
const names = [
  "BANK_PROVIDER",
  "BANK_WEBHOOK_SECRET",
  "BANK_WEBHOOK_SECRET_PREVIOUS",
  "STRIPE_CONNECT_WEBHOOK_SECRET",
  "STRIPE_CONNECT_WEBHOOK_SECRET_PREVIOUS",
  "STRIPE_LIVEMODE",
  "STRIPE_WEBHOOK_SECRET",
  "STRIPE_WEBHOOK_SECRET_PREVIOUS",
  "QUEUE_URL_BANK_EVENTS",
  "QUEUE_URL_PSP_EVENTS",
] as const;
beforeEach(() => {
  for (const name of names) delete process.env[name];
  Object.assign(process.env, {
    BANK_WEBHOOK_SECRET: "bank-now",
    STRIPE_WEBHOOK_SECRET: "whsec_now",
    QUEUE_URL_BANK_EVENTS: "http://127.0.0.1/bank",
    QUEUE_URL_PSP_EVENTS: "http://127.0.0.1/psp",
  });
  sqs.reset();
  sqs.on(SendMessageBatchCommand).resolves({});
});
afterEach(() => {
  for (const name of names) delete process.env[name];
  Clock.setOffset(0);
});

const invalidSignature = { code: "INVALID_SIGNATURE", message: "Invalid signature" };
const BODY = JSON.stringify({ eventId: "e1", type: "transaction.booked", data: { name: "Zoë" } });

describe("the bank's webhook endpoint", () => {
  const verify = (signature: string | undefined, body = BODY, header = "bank-signature") =>
    Bank.verify(Buffer.from(body), { [header]: signature });
  const good = signBody(BODY, "bank-now");

  it("accepts a body that the secret has signed", async () => {
    await expect(verify(good)).resolves.toBeUndefined();
  });

  it.each([
    ["no signature", undefined],
    ["an empty signature", ""],
    ["a signature of another secret", signBody(BODY, "bank-other")],
    ["a signature of another body", signBody(`${BODY} `, "bank-now")],
    ["a signature in capitals", good.toUpperCase()],
    ["a signature that is too short", good.slice(0, -1)],
    ["a signature that is too long", `${good}0`],
    ["a signature with a prefix", `sha256=${good}`],
    ["a signature in base64", Buffer.from(good, "hex").toString("base64")],
    ["a signature that is not hex", "z".repeat(64)],
    ["a signature with the same length in bytes, but not in characters", "é".repeat(32)],
  ])("rejects a request with %s", async (_, signature) => {
    await expect(verify(signature)).rejects.toMatchObject(invalidSignature);
  });

  it("rejects a body after a change of one byte, also if the characters are the same", async () => {
    await expect(verify(good, BODY.replace("ë", "é"))).rejects.toMatchObject(invalidSignature);
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x80]);
    await expect(
      Bank.verify(bytes, { "bank-signature": signBody(bytes, "bank-now") }),
    ).resolves.toBeUndefined();
    // Decoded as text, both have the same characters.
    const others = Buffer.from([0xfe, 0xff, 0x00, 0x81]);
    await expect(
      Bank.verify(others, { "bank-signature": signBody(bytes, "bank-now") }),
    ).rejects.toMatchObject(invalidSignature);
  });

  it("reads the signature only from the header that is named after the provider", async () => {
    process.env["BANK_PROVIDER"] = "SwanLake";
    await expect(verify(good)).rejects.toMatchObject(invalidSignature);
    await expect(verify(good, BODY, "swanlake-signature")).resolves.toBeUndefined();
  });

  it("accepts both secrets during a rotation, and only the new one afterwards", async () => {
    const old = signBody(BODY, "bank-before");
    await expect(verify(old)).rejects.toMatchObject(invalidSignature);
    process.env["BANK_WEBHOOK_SECRET_PREVIOUS"] = "bank-before";
    await expect(verify(old)).resolves.toBeUndefined();
    await expect(verify(good)).resolves.toBeUndefined();
    process.env["BANK_WEBHOOK_SECRET_PREVIOUS"] = "";
    await expect(verify(old)).rejects.toMatchObject(invalidSignature);
    await expect(verify(good)).resolves.toBeUndefined();
  });

  it.each([
    "",
    "nothing",
    "null",
    "[]",
    '"e"',
    "{}",
    '{"eventId":"e"}',
    '{"type":"t"}',
    '{"eventId":1,"type":"t"}',
    '{"eventId":"","type":"t"}',
    JSON.stringify({ eventId: "x".repeat(256), type: "t" }),
    JSON.stringify({ eventId: "e", type: "x".repeat(256) }),
    '{"eventId":"e\\ud800","type":"t"}',
  ])("rejects the body %s", async (body) => {
    await expect(Bank.accept(body)).rejects.toMatchObject({ code: "MALFORMED_EVENT", kind: "invalid" });
  });
});

describe("the payment provider's webhook endpoint", () => {
  const event = (fields: object = {}) =>
    JSON.stringify({
      id: `evt_${randomUUID()}`,
      type: "payment_intent.succeeded",
      livemode: false,
      ...fields,
    });
  const nowSeconds = () => Math.floor(Clock.worldNowMs() / 1000);
  const header = (payload: string, secret = "whsec_now", ageSeconds = 0): string =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: nowSeconds() - ageSeconds });
  const verify = (payload: string, signature: string | undefined) =>
    Psp.verify(Buffer.from(payload), { "stripe-signature": signature });
  const v1 = (signature: string) => signature.slice(signature.indexOf("v1="));

  it("accepts a body that the secret signed within 300 seconds", async () => {
    const body = event();
    await expect(verify(body, header(body))).resolves.toBeUndefined();
    await expect(verify(body, header(body, "whsec_now", 290))).resolves.toBeUndefined();
  });

  it.each([
    [299, true],
    [-299, true],
    [301, false],
    [-301, false],
  ])("accepts a signature that is %i seconds old: %s", async (seconds, holds) => {
    const body = Buffer.from(event());
    const nowMs = 1_800_000_000_000;
    const signature = new Stripe("sk_test_unused").webhooks.generateTestHeaderString({
      payload: body.toString(),
      secret: "whsec_now",
      timestamp: nowMs / 1000 - seconds,
    });
    expect(await isSigned(body, signature, ["whsec_now"], nowMs)).toBe(holds);
  });

  it("judges the age of a signature by the real time, not by the platform's clock", async () => {
    const body = event();
    await expect(verify(body, header(body, "whsec_now", 310))).rejects.toMatchObject(invalidSignature);
    await expect(verify(body, header(body, "whsec_now", -290))).resolves.toBeUndefined();
    await expect(verify(body, header(body, "whsec_now", -310))).rejects.toMatchObject(invalidSignature);
    Clock.setOffset(86_400_000);
    await expect(verify(body, header(body))).resolves.toBeUndefined();
  });

  it.each([
    ["no signature", () => undefined],
    ["an empty signature", () => ""],
    ["a signature of another secret", (body: string) => header(body, "whsec_other")],
    ["a signature of another body", (body: string) => header(`${body} `)],
    ["a signature without a time", (body: string) => v1(header(body))],
    ["a signature without a time or a signature", () => "t=,v1="],
    ["a signature without a signature", () => `t=${nowSeconds()},v1=`],
    ["a signature with an invalid time", (body: string) => `t=now,${v1(header(body))}`],
    ["a signature with a changed time", (body: string) => `t=${nowSeconds() + 1},${v1(header(body))}`],
    ["a signature of another scheme", (body: string) => header(body).replace("v1=", "v0=")],
    ["a signature that is too short", (body: string) => header(body).slice(0, -1)],
    ["a header of another form", () => "signed"],
  ])("rejects a request with %s", async (_, sign) => {
    const body = event();
    await expect(verify(body, sign(body))).rejects.toMatchObject(invalidSignature);
  });

  it("accepts one valid signature of several, as Stripe sends them during a rotation", async () => {
    const body = event();
    const [time] = header(body).split(",");
    const other = v1(header(body, "whsec_other"));
    await expect(verify(body, `${time},${other},${v1(header(body))}`)).resolves.toBeUndefined();
    await expect(verify(body, `${time},${other},${other}`)).rejects.toMatchObject(invalidSignature);
  });

  it("accepts both secrets during a rotation, and only the new one afterwards", async () => {
    const body = event();
    const old = header(body, "whsec_before");
    process.env["STRIPE_WEBHOOK_SECRET_PREVIOUS"] = "whsec_before";
    await expect(verify(body, old)).resolves.toBeUndefined();
    await expect(verify(body, header(body))).resolves.toBeUndefined();
    delete process.env["STRIPE_WEBHOOK_SECRET_PREVIOUS"];
    await expect(verify(body, old)).rejects.toMatchObject(invalidSignature);
  });

  it("accepts the current and previous secret for connected accounts, if they are set", async () => {
    const body = event({ account: "acct_1" });
    const theirs = header(body, "whsec_connect");
    await expect(verify(body, theirs)).rejects.toMatchObject(invalidSignature);
    await expect(verify(body, header(body, ""))).rejects.toMatchObject(invalidSignature);
    process.env["STRIPE_CONNECT_WEBHOOK_SECRET"] = "whsec_connect";
    await expect(verify(body, theirs)).resolves.toBeUndefined();
    await expect(verify(body, header(body))).resolves.toBeUndefined();
    await expect(verify(body, header(body, "whsec_other"))).rejects.toMatchObject(invalidSignature);
    await expect(verify(body, header(body, "whsec_connect", 310))).rejects.toMatchObject(invalidSignature);
    const old = header(body, "whsec_connect_before");
    await expect(verify(body, old)).rejects.toMatchObject(invalidSignature);
    process.env["STRIPE_CONNECT_WEBHOOK_SECRET_PREVIOUS"] = "whsec_connect_before";
    await expect(verify(body, old)).resolves.toBeUndefined();
  });

  it("throws an error if our own secret is missing, instead of rejecting signatures", async () => {
    const body = event();
    const good = header(body);
    delete process.env["STRIPE_WEBHOOK_SECRET"];
    await expect(verify(body, good)).rejects.toThrow("STRIPE_WEBHOOK_SECRET");
  });

  it.each([
    "",
    "{}",
    '{"id":"evt_1"}',
    '{"id":"evt_1","type":1}',
    '{"id":"evt_1","type":"t","livemode":"no"}',
    JSON.stringify({ id: "evt_1", type: "x".repeat(256) }),
    '{"id":"evt_\\ud800","type":"t"}',
  ])("rejects the body %s", async (body) => {
    await expect(Psp.accept(body)).rejects.toMatchObject({ code: "MALFORMED_EVENT" });
  });

  it.each([
    ["", true, true],
    ["", false, true],
    ["", undefined, true],
    ["true", true, true],
    ["true", false, false],
    ["true", undefined, true],
    ["false", false, true],
    ["false", true, false],
  ])(
    "of a stage with STRIPE_LIVEMODE %j records an event of livemode %j: %j",
    async (wanted, livemode, taken) => {
      process.env["STRIPE_LIVEMODE"] = wanted;
      const id = `evt_${randomUUID()}`;
      await Psp.accept(event({ id, livemode }));
      const recorded = await Table.get(inboundEvent.key({ provider: "psp", eventId: id }));
      expect(recorded !== undefined).toBe(taken);
    },
  );
});
