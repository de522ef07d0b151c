/** Loaded only when a code is verified or set up, because every route with a recent proof can verify one. */
export { Secret, TOTP } from "otpauth";
