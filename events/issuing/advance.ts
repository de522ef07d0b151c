import { reconcileDue } from "../../core/payments/issuing/authorizations/reconcile.ts";
import { issueDue } from "../../core/payments/issuing/offer.ts";
import { syncDue } from "../../core/payments/issuing/status.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: issues first cards, updates cards at the provider, and queries purchases without news. */
export const handler = scheduled(async () => ({
  issued: await issueDue(),
  reported: await syncDue(),
  compared: await reconcileDue(),
}));
