import * as Clearing from "../../core/payments/payments/clearing.ts";

/** Every five minutes: frees the money of card payments whose time of holding is over. */
export const handler = async (): Promise<{ due: number }> => ({ due: await Clearing.releaseDue() });
