import { syncDueDefaults } from "../../core/payments/cards/default.ts";

/** Every minute: sets the default cards at the payment provider that it does not know yet. */
export const handler = async (): Promise<{ due: number }> => ({ due: await syncDueDefaults() });
