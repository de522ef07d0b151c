import { defineError } from "../core/kernel/errors.ts";

/**
 * Headers that our CloudFront distribution adds on the way to the API. Who reaches the API without CloudFront
 * can send any header, so the address is believed only beside the secret.
 */

/** The client's IP address, without a port. Overwritten by the distribution whatever the client sent. */
export const VIEWER_ADDRESS_HEADER = "x-viewer-address";

/** The secret `ORIGIN_SECRET`. */
export const ORIGIN_SECRET_HEADER = "x-origin-secret";

/**
 * What the functions say of a request that did not come through the distribution, and so past its firewall.
 * Clients never see it, so the API document has none of it.
 */
export const PastTheEdge = defineError(
  "EDGE_REQUIRED",
  "forbidden",
  "Use the platform's public address.",
  "Utilisez l'adresse publique de la plateforme.",
);
