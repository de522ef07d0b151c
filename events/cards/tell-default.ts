import { syncDueDefaults } from "../../core/payments/cards/provider.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: updates changed default cards at the payment provider. */
export const handler = scheduled(async () => ({ due: await syncDueDefaults() }));
