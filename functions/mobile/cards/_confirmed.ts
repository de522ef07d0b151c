import { assertCardControl } from "../../../core/identity/after-reset.ts";
import { type Confirmable, confirmation } from "../../_chain/proof.ts";
import { makeServe } from "../../_chain/serve.ts";

/** As `serveConfirmed`, for a route that also waits after a reset of the credentials. Separate, because its texts are large. */
export const serveCardControl = makeServe<Confirmable & { readonly waitsAfterReset: true }>((spec) =>
  confirmation(spec, assertCardControl),
);
