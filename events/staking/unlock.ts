import { unlock } from "../../core/defi/staking/schedules.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: moves stakes whose unlock date has come to the flexible pool, and tells their owners. */
export const handler = scheduled(async () => ({ unlocked: await unlock() }));
