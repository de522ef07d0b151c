import * as Expiry from "../../core/loyalty/cards/booking.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: takes back points that have expired, and tells of those that soon do. */
export const handler = scheduled(async () => ({ due: await Expiry.tendDue() }));
