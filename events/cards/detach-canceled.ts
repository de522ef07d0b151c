import { detachDueCards } from "../../core/payments/cards/detach.ts";

/** Every minute: has the payment provider detach the canceled cards that it still holds. */
export const handler = async (): Promise<{ due: number }> => ({ due: await detachDueCards() });
