import type { RouteSpec } from "../../contract/route.ts";
import { SignatureRequired } from "../../core/identity/api-keys/errors.ts";
import * as Signature from "../../core/identity/api-keys/signature.ts";
import { fail } from "../../core/kernel/errors.ts";
import { KeyRequired } from "../../core/platform/idempotency/errors.ts";
import { header, type Step } from "./middleware.ts";
import { chain, type Handler, type Render, type Rendered, type Run } from "./serve.ts";
import { stateOf } from "./state.ts";

type Signed = RouteSpec & { readonly signed: true };

/** As `serve`, for a route whose requests are signed: other functions need not carry what that takes. */
export function serveSigned<const R extends Signed>(spec: R, run: Run<R, Rendered<R>>): Handler;
export function serveSigned<const R extends Signed, T>(
  spec: R,
  run: Run<R, T>,
  render: Render<R, T>,
): Handler;
export function serveSigned<const R extends Signed, T>(
  spec: R,
  run: Run<R, T>,
  render: Render<R, T> = (result) => result as Rendered<R>,
): Handler {
  return chain(spec, run, render, { admitted: [signature] });
}

/**
 * The signature, over the body as it came. What is signed can be sent again, so it needs an idempotency key.
 */
const signature: Step = {
  before: async ({ event }) => {
    const { key } = stateOf(event);
    if (!key) throw fail(SignatureRequired);
    const { rawPath, rawQueryString, body = "", isBase64Encoded } = event;
    await Signature.verify(key, {
      timestamp: header(event, "x-svc-timestamp"),
      signature: header(event, "x-svc-signature"),
      method: event.requestContext.http.method,
      path: rawQueryString === "" ? rawPath : `${rawPath}?${rawQueryString}`,
      body: Buffer.from(body, isBase64Encoded ? "base64" : "utf8"),
    });
    if (header(event, "idempotency-key") === undefined) throw fail(KeyRequired);
  },
};
