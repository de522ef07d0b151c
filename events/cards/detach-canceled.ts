import * as Leaving from "../../core/payments/cards/leaving.ts";

/** Every minute: has the payment provider let go of the canceled cards that it still holds. */
export const handler = async (): Promise<{ due: number }> => ({ due: await Leaving.letGoDue() });
