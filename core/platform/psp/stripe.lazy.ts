/** The provider's SDK, loaded with the first call that needs it: a tenth of what a function would start with. */
export { default as Stripe } from "stripe";
