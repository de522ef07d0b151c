import { syncDueDefaults } from "../../core/payments/cards/provider.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: sets the default cards at the payment provider that it does not know yet. */
export const handler = scheduled(async () => ({ due: await syncDueDefaults() }));
