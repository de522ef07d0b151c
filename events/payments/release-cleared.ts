import * as Clearing from "../../core/payments/payments/clearing.ts";
import { scheduled } from "../_schedule.ts";

/** Every five minutes: frees the money of card payments whose time of holding is over. */
export const handler = scheduled(async () => ({ due: await Clearing.releaseDue() }));
