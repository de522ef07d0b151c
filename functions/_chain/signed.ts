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
 * The signature, over the body as it came. What is signed can be sent again, so it needs an idempotency key.
 */
const signature: Step = {
  before: async ({ event }) => {
    const { key } = stateOf(event);
    if (!key) throw fail(SignatureRequired);
    await Signature.verify(key, {
      timestamp: header(event, "x-svc-timestamp"),
      signature: header(event, "x-svc-signature"),
      method: event.requestContext.http.method,
      path: addressOf(event),
      body: bytesOf(event),
    });
    if (header(event, "idempotency-key") === undefined) throw fail(KeyRequired);
  },
};
