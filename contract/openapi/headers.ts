import { STEP_UP_ABOVE_EUR } from "../../core/identity/schema.ts";
import { KEY_PATTERN } from "../../core/platform/idempotency/errors.ts";
import { STEP_UP_DAILY_EUR } from "../../core/policy/schema.ts";
import type { ProofRule, RouteSpec } from "../route.ts";
import type { Json } from "./schemas.ts";

/** Descriptions of headers that many operations share. */

export const SIGNATURE =
  "`v1=` and the hex HMAC-SHA256, under the key's signing secret, of `timestamp.METHOD.path?query.hex(sha256(body))`";

export const signatureHeaders: readonly Json[] = [
  {
    name: "X-Svc-Timestamp",
    in: "header",
    required: true,
    schema: { type: "string", pattern: "^\\d{1,12}$" },
    description:
      "UNIX seconds, at most 300 from now. Identical requests with different Idempotency-Keys need different timestamps",
  },
  {
    name: "X-Svc-Signature",
    in: "header",
    required: true,
    schema: { type: "string", pattern: "^v1=[0-9a-f]{64}$" },
    description: SIGNATURE,
  },
];

const integer = { type: "integer" } as const;

export const limitHeaders: Json = {
  "X-RateLimit-Limit": {
    schema: integer,
    description: "Requests allowed in a window, for the tightest limit that applies",
  },
  "X-RateLimit-Remaining": { schema: integer, description: "Requests left in the window" },
  "X-RateLimit-Reset": { schema: integer, description: "UNIX seconds at which requests are available again" },
};

const replayed =
  "A completed request is not executed again: the first response is returned, with `Idempotency-Replayed: true`.";

/** Spec 3, section 7: the payments routes reject a completed request. */
const rejected =
  "A completed request is not executed again: the response is a 409 `ALREADY_PROCESSED` that names the result, or the first " +
  "response with `Prefer: return=representation`.";

const rules = [
  "Of concurrent requests with one key, one is executed; the others are answered as its repetitions.",
  "Another body, path or query under the key is a 422 `IDEMPOTENCY_KEY_REUSED`.",
  "**A rejected request** has done nothing and is not recorded: repeat it under its key and it is tried again. A card declined " +
    "by its bank is a failed payment, and stays so under its key.",
  "**After 7 days** a key expires, and the same request is executed again. Before such a late retry, check whether the first " +
    "one succeeded; a swap is protected by its `deadline`.",
  "A key belongs to one caller and one operation. Test keys and live keys are separate.",
];

export const idempotencyHeader = ({ signed, family }: RouteSpec): Json => ({
  name: "Idempotency-Key",
  in: "header",
  required: signed ?? false,
  schema: { type: "string", pattern: KEY_PATTERN.source },
  // Tools that import the document send it as it is.
  example: "order-1843",
  description: [
    "A key that you choose for this request. It makes retries safe for 7 days.",
    family === "payments" ? rejected : replayed,
    ...rules,
  ].join("\n\n"),
});

/** The header of a response that was returned before. */
export const replayedHeader: Json = {
  schema: { type: "string", enum: ["true"] },
  description: "Present if the request was executed before, under this `Idempotency-Key`",
};

export const proofHeaders: readonly Json[] = [
  {
    name: "X-Biometric-Assertion",
    in: "header",
    required: false,
    schema: {
      type: "string",
      maxLength: 4096,
      pattern: "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
    },
    description:
      "A proof for this request, of a device with biometrics: a compact JWS signed by the device's registered key, with the payload `{method, path, bodySha256, iat, " +
      "jti}`. `path` is the full path with its query; `bodySha256` the hex SHA-256 of the body's bytes as sent (of the empty string " +
      "without a body); `iat` UNIX seconds, at most 60 from now; `jti` 1 to 128 characters, new for each request and each retry.",
  },
  {
    name: "X-2FA-Code",
    in: "header",
    required: false,
    schema: { type: "string", pattern: "^[0-9A-Za-z][0-9A-Za-z -]{4,38}[0-9A-Za-z]$" },
    description:
      "A proof for this request, if the account has a second factor: a code of the authenticator, valid once, or a recovery code",
  },
];

const dueNote = (proof: Exclude<ProofRule, { readonly notNeeded: string }>): string => {
  if (proof === "always") return "always";
  if (proof === "above-allowance")
    return `above ${STEP_UP_ABOVE_EUR} EUR, if the value in euro is unknown, or if the payments of 24 hours without a proof together exceed the account's allowance (${STEP_UP_DAILY_EUR} EUR by default)`;
  return "when" in proof ? `when ${proof.when}` : `always, which ${proof.accepts} in the request can be`;
};

/** Describes when an operation needs a recent proof. */
export function proofNote({ proof }: Pick<RouteSpec, "proof">): string[] {
  if (proof === undefined) return [];
  if (typeof proof === "object" && "notNeeded" in proof)
    return [`Needs no recent proof of who acts: ${proof.notNeeded}.`];
  return [
    `**Recent proof** ${dueNote(proof)}: at most five minutes old, otherwise 403 \`STEP_UP_REQUIRED\`. \`details.methods\` lists the ` +
      "methods of which one is required, and `details.reason` states the problem. The sign-in counts; later proofs are given by " +
      "`POST /api/auth/proof` or `POST /api/v1/mobile/auth/proof`, or with the headers of one request.",
  ];
}
