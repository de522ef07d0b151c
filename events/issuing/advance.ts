import { reconcileDue } from "../../core/payments/issuing/authorizations/reconcile.ts";
import { issueDue } from "../../core/payments/issuing/offer.ts";
import { syncDue } from "../../core/payments/issuing/status.ts";

/** Every minute: issues first cards, tells the provider of cards, and asks it about purchases that nothing was heard of. */
export const handler = async (): Promise<{ issued: number; told: number; compared: number }> => ({
  issued: await issueDue(),
  told: await syncDue(),
  compared: await reconcileDue(),
});
