import { unlock } from "../../core/defi/staking/schedules.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: moves unlocked stakes to the flexible pool, and notifies their owners. */
export const handler = scheduled(async () => ({ unlocked: await unlock() }));
