import { sweep } from "../../core/jobs/ending.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: ends expired leases, and requests work for waiting jobs. */
export const handler = scheduled(async () => ({ ended: await sweep() }));
