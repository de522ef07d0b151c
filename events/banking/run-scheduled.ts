import { runDue } from "../../core/banking/scheduled/run.ts";
import { centsOf } from "../../core/prices/worth.ts";

/** Every minute: makes the scheduled payments that are due. */
export const handler = async (): Promise<{ due: number }> => ({ due: await runDue(centsOf) });
