import { create } from "../../../contract/public/price-tickets.ts";
import * as Tickets from "../../../core/live/tickets.ts";
import { serve } from "../../_chain/public-api.ts";
import { objectOf } from "../_view.ts";

export const handler = serve(create, async ({ actor }) => {
  const { ticketId: id, createdAt, ticket, expiresAt } = await Tickets.create(actor);
  return { ...objectOf("price_ticket", actor, { id, createdAt }), ticket, expires_at: expiresAt };
});
