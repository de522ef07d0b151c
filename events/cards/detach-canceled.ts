import { detachDueCards } from "../../core/payments/cards/provider.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: has the payment provider detach the canceled cards that it still holds. */
export const handler = scheduled(async () => ({ due: await detachDueCards() }));
