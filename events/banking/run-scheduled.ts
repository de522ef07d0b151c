import { runDue } from "../../core/banking/scheduled/run.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: makes the scheduled payments that are due. */
export const handler = scheduled(async () => ({ due: await runDue() }));
