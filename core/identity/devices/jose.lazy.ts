/** Loaded only when a device's signature is verified, because every route with a recent proof can verify one. */
export { compactVerify, errors, importJWK } from "jose";
