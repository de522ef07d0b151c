import { reconcileDue } from "../../core/payments/issuing/authorizations/reconcile.ts";
import { issueDue } from "../../core/payments/issuing/offer.ts";
import { syncDue } from "../../core/payments/issuing/status.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: issues first cards, tells the provider of cards, and asks it about purchases that nothing was heard of. */
export const handler = scheduled(async () => ({
  issued: await issueDue(),
  told: await syncDue(),
  compared: await reconcileDue(),
}));
