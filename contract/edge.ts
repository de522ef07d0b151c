/**
 * Headers that our CloudFront distribution adds on the way to the API. Who reaches the API without CloudFront
 * can send any header, so the address is believed only beside the secret.
 */

/** The client's IP address, without a port. Overwritten by the distribution whatever the client sent. */
export const VIEWER_ADDRESS_HEADER = "x-viewer-address";

/** The secret `ORIGIN_SECRET`. */
export const ORIGIN_SECRET_HEADER = "x-origin-secret";
