import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HIDDEN, isNameless, outline, scrub, showKey } from "./outline.ts";

/** Redaction: only data that is known not to identify a person is shown. */

const user = "usr_01jd3k5f6g7h8j9kmnpqrstvwx";
const SECRETS = [
  ...[
    "ada@example.com",
    "FR7630006000011234567890189",
    "FR76 3000 6000 0112 3456 7890 189",
    "4242424242424242",
  ],
  ...[
    "+33612345678",
    "svc_live_Zm9vYmFyYmF6",
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    "sk_live_4eC39HqLyjWDar",
  ],
  ...["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "123456", "Ada Lovelace", "1 rue de la Paix"],
  "pi_3MtwBwLkdIwHu7ix28a3tqPa_secret_YrKJUKribcBjcG8HVhfZluoGH",
];

describe("outline()", () => {
  test("shows ids, times, types and states", () => {
    const text = {
      type: "user-registered",
      userId: user,
      at: "2026-11-01T10:00:00.000Z",
      charge: "ch_3MmlLrLkdIwHu7ix",
    };
    expect(outline(text)).toEqual(text);
    expect(outline({ payload: JSON.stringify(text), ok: true, none: null })).toEqual({
      payload: text,
      ok: true,
      none: null,
    });
  });

  test.each(SECRETS)("hides %s in values, names and nested JSON, as showKey() does in keys", (secret) => {
    const places = {
      a: secret,
      list: [secret],
      metadata: { [secret]: user },
      [secret]: 1,
      body: JSON.stringify({ a: secret }),
    };
    for (const text of [JSON.stringify(outline(places)), showKey(`USER#${secret}#X`)])
      expect(text).not.toContain(secret);
  });

  test("hides every number, and every text without a known form", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.double(), (text, figure) => {
        const shown = outline({ note: `${text} `, figure });
        expect(shown).toEqual({ note: HIDDEN, figure: HIDDEN });
      }),
    );
  });
});

test.each(SECRETS.filter((secret) => secret !== "Ada Lovelace"))(
  "scrub() hides the personal part of %s in a sentence",
  (secret) => {
    const text = scrub(`no account of "${secret}", says ${user}.`);
    for (const part of secret.split(" ").filter((word) => /\d\d\d\d|@/.test(word)))
      expect(text).not.toContain(part);
    expect(text).toContain(user);
  },
);

test.each([
  ...[
    "ConditionalCheckFailedException",
    "ProvisionedThroughputExceededException",
    "KMSInvalidStateException",
  ],
  ...["InternalServiceErrorException", "dynamodb:PutItem", "s3:Get*", "payment_intent_unexpected_state"],
  ...["IDEMPOTENCY_KEY_REUSED_ELSEWHERE", "inbound.process-psp", "sqs.eu-west-3.amazonaws.com"],
])("scrub() shows %s in a sentence", (word) => {
  expect(scrub(`SvcError: ${word} (of "${word}").`)).toBe(`SvcError: ${word} (of "${word}").`);
});

test.each([
  ...["ada.lovelace", "user:Ada", "AdaLovelaceHerPasswordIsLong", "aGVsbG9Xb3JsZGhlbGxvV29ybGQError1"],
  ...["MfKQ9rGKYqrTwjUPDILPZIoLaLaSwXError", "abcdefghijklmnopqrstuvwxyzError", "ada@amazonaws.com"],
  ...["ada_abcdefghijklmnopqrstuvwxyz", "https://ada.s3.amazonaws.com/x?X-Amz-Signature=1"],
])("scrub() hides %s in a sentence, which only resembles a technical term", (word) => {
  expect(scrub(`no ${word} here`)).toBe(`no ${HIDDEN} here`);
});

const uuid = "0b9c4c1e-5a4f-4d52-9d5a-1f0c7a6b3d21";
test.each([
  ...["req_JKJaXmPLvHcESHA", uuid, "4bf92f3577b34da6a3ce929d0e0e4736", "1-5759e988-bd862e3fe1be46a994272793"],
  ...[
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "checkout-00017",
    "order:01jd3k5f6g7h8j9kmnpqrstvwx",
  ],
  ...["job_9f86d081884c7d65-3", "00f067aa0ba902b7"],
])("isNameless() treats the request id %s as anonymous", (id) => expect(isNameless(id)).toBe(true));

test.each([
  ...[
    "ada.lovelace.example.com",
    "ada-lovelace",
    "ada-lovelace-0001",
    "33612345678",
    "0612-3456-78",
    "1815-12-10",
  ],
  ...["4242424242424242", "4242-4242-4242-4242", "FR7630006000011234567890189", "de89370400440532013000"],
  ...[
    "svc_live_Zm9vYmFyYmF6",
    "sk_live_4eC39HqLyjWDar",
    "eyJhbGciOi.eyJzdWIiOiIxIn0.c2ln",
    "deadbeef",
    "ada",
  ],
])("isNameless() treats the request id %s as possibly personal or secret", (id) =>
  expect(isNameless(id)).toBe(false),
);

test("showKey() shows the platform's words and ids in a key, and hides other values", () => {
  expect(showKey(`USER#${user}`)).toBe(`USER#${user}`);
  expect(showKey("EMAIL#ada@example.com")).toBe(`EMAIL#${HIDDEN}`);
  expect(showKey(`WALLET#live#EUR`)).toBe("WALLET#live#EUR");
});
