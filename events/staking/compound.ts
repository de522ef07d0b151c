import { compound } from "../../core/defi/staking/schedules.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: compounds stakes whose owners requested it, once a day each. */
export const handler = scheduled(async () => ({ compounded: await compound() }));
