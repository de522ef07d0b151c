import { settings } from "../../../contract/mobile/cards.ts";
import * as Settings from "../../../core/payments/issuing/index.ts";
import * as View from "../../_views/mobile.ts";
import { serveCardControl } from "./_confirmed.ts";
import { limitsOf } from "./_view.ts";

export const handler = serveCardControl(settings, async ({ actor, params, body, confirm }) => {
  const change = { ...body, limits: limitsOf(body.limits) };
  await Settings.requireIssued(actor, params.id);
  return View.issuedCard(await Settings.changeSettings(actor, params.id, change, confirm));
});
