import { compound } from "../../core/defi/staking/schedules.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: adds rewards to the stakes whose owners have asked for it, daily. */
export const handler = scheduled(async () => ({ compounded: await compound() }));
