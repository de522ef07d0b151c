import { advance } from "../../core/defi/governance/advance.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: makes due transitions of proposals, and executes accepted ones. */
export const handler = scheduled(async () => ({ advanced: await advance() }));
