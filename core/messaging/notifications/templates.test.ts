import { describe, expect, test } from "vitest";
import type { User } from "../../identity/user.ts";
import { reportTypes } from "../../reports/schema.ts";
import { templateFor, types } from "./templates.ts";

/** A payload with the fields of all events. */
const payload = {
  userId: "usr_x",
  ...{
    amount: "271828.25",
    asset: "EUR",
    currency: "EUR",
    settled: "0",
    owed: "314159.5",
    reason: "Correction",
  },
  ...{ operation: "DEPOSIT", direction: "credit", paymentId: "pay_x", plan: "pro", last4: "4242" },
  ...{
    forVotes: "1",
    againstVotes: "2",
    abstainVotes: "3",
    quorumVotes: "4",
    title: "Title",
    why: "expired",
  },
  ...{ delegatee: "0x3c78", name: "Hook", url: "https://example.com", ip: "192.0.2.7", keyId: "key_x" },
  ...{
    status: "VALIDATED",
    kind: "KYC",
    link: "https://example.com/link",
    code: "123456",
    to: "a@example.com",
  },
  ...{ data: { type: "tax-report" }, what: "x", device: "Phone", method: "totp", left: 9, ending: "78" },
  ...{
    role: "EMPLOYE",
    before: "PARTICULIER",
    merchant: "Rocket Rides",
    provider: "google",
    providers: ["google"],
  },
  ...{
    dueAt: "2026-12-26T00:00:00.000Z",
    until: "2026-12-27T00:00:00.000Z",
    addedAt: "2026-12-20T00:00:00.000Z",
  },
  documentType: "proof_of_address",
  side: "back",
  refusal: {
    en: "could not be checked: take a new picture, or export the document to a new PDF, and upload it again",
    fr: "n'a pas pu être vérifié : refaites la photo, ou exportez le document dans un nouveau PDF, puis déposez-le à nouveau",
  },
  ...{ points: "271828", at: "2026-12-24T00:00:00.000Z", retryAt: "2026-12-25T05:00:00.000Z" },
};

const reader = (language: "fr" | "en") =>
  ({
    name: "Ada Lovelace",
    email: "ada@example.com",
    emailVerified: "2026-01-01T00:00:00.000Z",
    preferences: { language },
    timeZone: "Europe/Paris",
  }) as unknown as User;

describe.each(types())("%s", (type) => {
  const template = templateFor(type);
  const write = (language: "fr" | "en", hideAmounts: boolean) => {
    for (const more of [{ reason: "Correction" }, { reason: "gone" }, { cause: "purchase" }]) {
      const event = {
        id: "evt_x",
        type,
        occurredAt: "2026-11-21T09:30:00.000Z",
        payload: { ...payload, ...more },
      };
      if (template?.payload.safeParse(event.payload).success)
        return template.write(event, reader(language), { hideAmounts });
    }
    throw new TypeError(`no payload of this test matches the event ${type}`);
  };

  test.each(["fr", "en"] as const)(
    "hides amounts in texts for a screen that others may see (%s)",
    (language) => {
      const { subject, short } = write(language, true);
      expect(`${subject} ${short}`).not.toMatch(/271|828|314|159/);
    },
  );

  test.each(["fr", "en"] as const)("has a short subject and text (%s)", (language) => {
    const { subject, short } = write(language, false);
    expect(subject.length).toBeLessThan(80);
    expect(short.length).toBeLessThan(180);
    expect(`${subject}${short}`).not.toContain("https://example.com/link");
  });
});

test.each(reportTypes)("names the report %s in the message that it is ready", (type) => {
  const done = { id: "evt_x", type: "job-done", occurredAt: "2026-11-21T09:30:00.000Z" };
  const written = templateFor("job-done")?.write(
    { ...done, payload: { ...payload, data: { type } } },
    reader("en"),
  );
  expect(written?.short).toContain("Your ");
  expect(written?.short).not.toContain("Your job");
});

test("states the cause of a debt, and the part of incoming money that settled a debt", () => {
  const short = (type: string, more: object) =>
    templateFor(type)?.write(
      { id: "evt_x", type, occurredAt: "2026-11-21T09:30:00.000Z", payload: { ...payload, ...more } },
      reader("en"),
    ).short;
  expect(short("debt-incurred", { cause: "purchase" })).toContain("A merchant charged more to your card");
  expect(short("debt-incurred", { cause: "returned" })).toContain("was taken back");
  const purchase = { last4: "4242", merchant: "Rocket Rides", amount: "40", asset: "EUR" };
  for (const type of ["card-purchase-refunded", "wallet-transfer-received"]) {
    expect(short(type, { ...purchase, settled: "25" })).toMatch(/25.* of it settled your debt/);
    expect(short(type, { ...purchase, settled: "0.00" })).not.toContain("settled");
  }
});
