import { runDue } from "../../core/banking/scheduled/run.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: executes due scheduled payments. */
export const handler = scheduled(async () => ({ due: await runDue() }));
