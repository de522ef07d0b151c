import { sweep } from "../../core/jobs/ending.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: ends leases that have run out, and calls for workers where jobs wait. */
export const handler = scheduled(async () => ({ ended: await sweep() }));
