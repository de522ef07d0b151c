import { detachDueCards } from "../../core/payments/cards/provider.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: detaches canceled cards at the payment provider. */
export const handler = scheduled(async () => ({ due: await detachDueCards() }));
