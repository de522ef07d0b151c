import { advance } from "../../core/defi/governance/advance.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: makes the transitions of proposals that are due, and executes what has passed. */
export const handler = scheduled(async () => ({ advanced: await advance() }));
