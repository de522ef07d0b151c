import { afterEach, expect, it } from "vitest";
import { setVariables } from "../../../local/environment.ts";
import { browserAccess } from "./browser.ts";

let restore = () => {};
afterEach(() => restore());

it.each([
  [{ STRIPE_PUBLISHABLE_KEY: "pk_live_1" }, { publishableKey: "pk_live_1", formUrl: null }],
  [
    { STRIPE_URL: "http://127.0.0.1:9" },
    { publishableKey: null, formUrl: "http://127.0.0.1:9/pages/confirm" },
  ],
  [
    { STRIPE_PUBLISHABLE_KEY: "pk_test_1", STRIPE_URL: "http://127.0.0.1:9" },
    { publishableKey: "pk_test_1", formUrl: null },
  ],
  [{}, { publishableKey: null, formUrl: null }],
])("names the way of a browser to the provider with %j", (variables, access) => {
  restore = setVariables({ STRIPE_PUBLISHABLE_KEY: undefined, STRIPE_URL: undefined, ...variables });
  expect(browserAccess()).toEqual(access);
});
