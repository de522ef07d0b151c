import { twoFactor } from "../../../contract/web/dashboard.ts";
import * as SecondFactor from "../../../core/identity/second-factor/index.ts";
import { html } from "../../_page/html.ts";
import { page, serve } from "../../_page/serve.ts";
import { confirmed, footer, heading, stateView, TITLE } from "./_two-factor.ts";

export const handler = serve(twoFactor, async (call) => {
  const state = await SecondFactor.state(call.actor);
  return page(call, {
    title: TITLE,
    body: (token) =>
      html`${heading}${call.query.done === "confirmed" && confirmed}${stateView(token, state)}${footer}`,
  });
});
