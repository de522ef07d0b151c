import { sweep } from "../../core/jobs/sweep.ts";

/** Every minute: ends leases that have run out, and calls for workers where jobs wait. */
export const handler = async (): Promise<{ ended: number }> => ({ ended: await sweep() });
