/** The provider's SDK, loaded by the first call. */
export { default as Stripe } from "stripe";
