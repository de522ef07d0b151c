import { settings } from "../../../contract/mobile/cards.ts";
import * as Settings from "../../../core/payments/issuing/index.ts";
import { serveConfirmed } from "../../_chain/step-up.ts";
import * as CardView from "../../_views/card.ts";
import { limitsOf } from "./_limits.ts";

export const handler = serveConfirmed(settings, async ({ actor, params, body, confirm }) => {
  const wanted = { ...body, limits: limitsOf(body.limits) };
  await Settings.requireIssued(actor, params.id);
  return CardView.issued(await Settings.changeSettings(actor, params.id, wanted, confirm));
});
