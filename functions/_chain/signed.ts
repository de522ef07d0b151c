import type { RouteSpec } from "../../contract/route.ts";
import { SignatureRequired } from "../../core/identity/api-keys/errors.ts";
import * as Signature from "../../core/identity/api-keys/signature.ts";
import { fail } from "../../core/kernel/errors.ts";
import { KeyRequired } from "../../core/platform/idempotency/errors.ts";
import { publicSteps } from "./public-api.ts";
import { addressOf, bytesOf, header, type Step, stateOf } from "./request.ts";
import { makeServe } from "./serve.ts";

type Signed = RouteSpec & { readonly family: "public"; readonly signed: true };

/** As `serve`, for a route whose requests are signed. Separate, so that other functions do not bundle the check. */
export const serveSigned = makeServe<Signed>((spec) => {
  const { afterAdmission = [], ...steps } = publicSteps(spec);
  return { ...steps, afterAdmission: [signature, ...afterAdmission] };
});

/**
 * Checks the signature over the body's bytes. A signed request could be sent again, so it requires an idempotency key,
 * and its signature is valid with that key only.
 */
const signature: Step = {
  before: async ({ event }) => {
    const { key, signingItem } = stateOf(event);
    if (!key) throw fail(SignatureRequired);
    const signature = await Signature.verify(key, signingItem, {
      timestamp: header(event, "x-svc-timestamp"),
      signature: header(event, "x-svc-signature"),
      method: event.requestContext.http.method,
      paths: possiblePaths(addressOf(event)),
      body: bytesOf(event),
    });
    const idempotencyKey = header(event, "idempotency-key");
    if (idempotencyKey === undefined) throw fail(KeyRequired);
    await Signature.use(key, signature, idempotencyKey);
  },
};

/** The encodings of a path segment: none, the browsers', `encodeURIComponent`'s, and RFC 3986's. */
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

/** Returns the encoded forms in which a client may have signed the path, which API Gateway decodes. */
function possiblePaths(address: string): readonly string[] {
  const end = address.includes("?") ? address.indexOf("?") : address.length;
  const [segments, query] = [address.slice(0, end).split("/"), address.slice(end)];
  return [...new Set(encodings.map((encode) => segments.map(encode).join("/") + query))];
}
