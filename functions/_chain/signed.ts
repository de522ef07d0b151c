import type { RouteSpec } from "../../contract/route.ts";
import { SignatureRequired } from "../../core/identity/api-keys/errors.ts";
import * as Signature from "../../core/identity/api-keys/signature.ts";
import { fail } from "../../core/kernel/errors.ts";
import { KeyRequired } from "../../core/platform/idempotency/errors.ts";
import { bytesOf } from "./bytes.ts";
import { addressOf, header, type Step } from "./middleware.ts";
import { serving } from "./serve.ts";
import { stateOf } from "./state.ts";

type Signed = RouteSpec & { readonly signed: true };

/** As `serve`, for a route whose requests are signed: other functions need not carry what that takes. */
export const serveSigned = serving<Signed>(() => ({ admitted: [signature] }));

/**
 * The signature, over the body as it came. What is signed can be sent again, so it needs an idempotency key, and
 * goes with no other.
 */
const signature: Step = {
  before: async ({ event }) => {
    const { key, signingItem } = stateOf(event);
    if (!key) throw fail(SignatureRequired);
    const signature = await Signature.verify(key, signingItem, {
      timestamp: header(event, "x-svc-timestamp"),
      signature: header(event, "x-svc-signature"),
      method: event.requestContext.http.method,
      paths: sentAs(addressOf(event)),
      body: bytesOf(event),
    });
    const idempotencyKey = header(event, "idempotency-key");
    if (idempotencyKey === undefined) throw fail(KeyRequired);
    await Signature.use(key, signature, idempotencyKey);
  },
};

/** As URLs have a segment, as programs encode one, and as RFC 3986 does: they differ in a few signs. */
const encodings: readonly ((segment: string) => string)[] = [
  (segment) => segment,
  (segment) => encodeURIComponent(segment).replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent),
  encodeURIComponent,
  (segment) =>
    encodeURIComponent(segment).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    ),
];

/** API Gateway tells the path decoded; who signs has it as it is sent. */
function sentAs(address: string): readonly string[] {
  const end = address.includes("?") ? address.indexOf("?") : address.length;
  const [segments, query] = [address.slice(0, end).split("/"), address.slice(end)];
  return [...new Set(encodings.map((encoded) => segments.map(encoded).join("/") + query))];
}
