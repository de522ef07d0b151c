import * as Expiry from "../../core/loyalty/cards/booking.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: expires points, and notifies users of points that expire soon. */
export const handler = scheduled(async () => ({ due: await Expiry.processDuePoints() }));
