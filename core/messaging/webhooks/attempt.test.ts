import fc from "fast-check";
import { Webhook as Standard } from "standardwebhooks";
import { Webhook as Svix } from "svix";
import { describe, expect, it } from "vitest";

import vectors from "../../../tests/vectors/webhooks_outbound.json" with { type: "json" };
import { delayMs, retryAfterSeconds, SCHEDULE } from "./attempt.ts";
import { createSecret, headersOf, standardSignature, svcSignature } from "./signature.ts";

it("schedules the attempts of a delivery immediately, after 5 s, 1 min, 5 min, 30 min, 2 h, 5 h and 10 h, then no more", () => {
  expect(SCHEDULE).toEqual([0, 5, 60, 300, 1800, 7200, 18_000, 36_000]);
  const delays = SCHEDULE.slice(1).map((_, index) => delayMs(index + 1, undefined, 0));
  expect(delays).toEqual([5000, 60_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000]);
  expect(delayMs(SCHEDULE.length, undefined, 0)).toBeUndefined();
});

const attemptCount = fc.integer({ min: 1, max: SCHEDULE.length - 1 });
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

it("adds up to a tenth of jitter to a delay", () => {
  fc.assert(
    fc.property(attemptCount, random, (attempts, chance) => {
      const base = (SCHEDULE[attempts] ?? 0) * 1000;
      expect(delayMs(attempts, undefined, chance)).toBeGreaterThanOrEqual(base);
      expect(delayMs(attempts, undefined, chance)).toBeLessThanOrEqual(base * 1.1);
    }),
  );
});

it("honours Retry-After between the scheduled delay and twice that delay", () => {
  fc.assert(
    fc.property(attemptCount, fc.nat(100_000), (attempts, requested) => {
      const base = SCHEDULE[attempts] ?? 0;
      expect(delayMs(attempts, requested, 0)).toBe(Math.min(Math.max(requested, base), 2 * base) * 1000);
    }),
  );
});

const NOW = Date.parse("2015-10-21T07:26:30.000Z");

it.each(vectors.retryAfter_svix.filter((row) => row.header !== undefined))(
  "reads the Retry-After header $header",
  (row) => {
    const expected = row.parsedAs === "date" ? 90 : (row.seconds ?? undefined);
    expect(retryAfterSeconds(row.header, NOW)).toBe(expected);
  },
);

it.each([
  ["Wednesday, 21-Oct-15 07:28:00 GMT", 90],
  ["Wed, 21 Oct 2015 07:00:00 GMT", 0],
  [" 5 ", 5],
  ["-5", undefined],
  ["5 minutes", undefined],
  ["2016", 2016],
  ["2015-10-21", undefined],
  ["Xyz, 99 Foo 2015 07:28:00 GMT", undefined],
  ["", undefined],
  [undefined, undefined],
])("reads the Retry-After header %j as %j", (header, seconds) => {
  expect(retryAfterSeconds(header, NOW)).toBe(seconds);
});

it.each(vectors.ourScheme_hexHmacOfRawBody.vectors)("computes the X-Svc-Signature of $rawBody", (row) => {
  expect(svcSignature(row.secret, row.rawBody)).toBe(row["X-Svc-Signature"]);
});

it.each(vectors.standardWebhooks_symmetric.sign)("computes the webhook-signature of $msgId", (row) => {
  expect(standardSignature(row.secret, row.msgId, row.timestamp, row.payload)).toBe(row.signature);
});

it("creates unique webhook secrets: whsec_ and 32 random bytes in base64", () => {
  const secrets = Array.from({ length: 50 }, createSecret);
  for (const secret of secrets) {
    const [, base64 = ""] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
    const bytes = Buffer.from(base64, "base64");
    expect(bytes.length).toBe(32);
    expect(bytes.toString("base64")).toBe(base64);
  }
  expect(new Set(secrets).size).toBe(50);
});

const body =
  '{"id":"evt_1","type":"job-done","createdAt":"2026-11-21T09:30:00.000Z","data":{"name":"Zoë €"}}';
const signed = { eventId: "evt_1", event: "job-done", body } as const;
const now = () => Math.floor(Date.now() / 1000);

describe.each([
  ["standardwebhooks", (secret: string) => new Standard(secret)],
  ["svix", (secret: string) => new Svix(secret)],
])("the %s library", (_, verifier) => {
  const secret = createSecret();
  const former = createSecret();
  const verify =
    (key: string, changed: Record<string, string> = {}, text = body) =>
    () =>
      verifier(key).verify(text, { ...headersOf(signed, [secret], now()), ...changed });

  it("verifies a delivery, with and without the secret's prefix", () => {
    expect(verify(secret)).not.toThrow();
    expect(verify(secret.slice("whsec_".length))).not.toThrow();
  });

  it("verifies with the current secret and with former ones that have not expired", () => {
    const headers = headersOf(signed, [secret, former], now());
    expect(() => verifier(secret).verify(body, { ...headers })).not.toThrow();
    expect(() => verifier(former).verify(body, { ...headers })).not.toThrow();
    expect(verify(former)).toThrow();
  });

  it.each([
    ["missing id", { "webhook-id": "" }],
    ["missing timestamp", { "webhook-timestamp": "" }],
    ['timestamp "hello"', { "webhook-timestamp": "hello" }],
    ["missing signature", { "webhook-signature": "" }],
    ["signature v1,dawfeoifkpqwoekfpqoekf", { "webhook-signature": "v1,dawfeoifkpqwoekfpqoekf" }],
    ['signature "v1,"', { "webhook-signature": "v1," }],
    ["another event's id", { "webhook-id": "evt_2" }],
    ["timestamp now-301s", { "webhook-timestamp": String(now() - 301) }],
    ["timestamp now+301s", { "webhook-timestamp": String(now() + 310) }],
  ])("rejects a delivery with %s", (_name, changed) => {
    expect(verify(secret, changed)).toThrow();
  });

  it("rejects a truncated signature, a changed body, and an old signature", () => {
    const { "webhook-signature": signature = "" } = headersOf(signed, [secret], now());
    expect(verify(secret, { "webhook-signature": signature.slice(0, 8) })).toThrow();
    expect(verify(secret, {}, body.replace("Zoë", "Zoe"))).toThrow();
    expect(() => verifier(secret).verify(body, { ...headersOf(signed, [secret], now() - 301) })).toThrow();
  });

  it("finds the valid signature in a list", () => {
    const { "webhook-signature": good, ...headers } = headersOf(signed, [secret], now());
    expect(verify(secret, { ...headers, "webhook-signature": `v1,bad v2,bad ${good} v1,bad` })).not.toThrow();
  });
});

it("sends the current secret's signature as X-Svc-Signature, those of former secrets as X-Svc-Signature-Previous", () => {
  const secrets = [createSecret(), createSecret(), createSecret()];
  const signatures = secrets.map((secret) => svcSignature(secret, body));
  expect(headersOf(signed, secrets, 1)).toMatchObject({
    "x-svc-event": "job-done",
    "x-svc-signature": signatures[0],
    "x-svc-signature-previous": `${signatures[1]},${signatures[2]}`,
    "user-agent": "svc-webhooks/1",
  });
  expect(headersOf(signed, secrets.slice(0, 1), 1)).not.toHaveProperty("x-svc-signature-previous");
});
