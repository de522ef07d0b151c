import * as Abandoned from "../../core/payments/payments/intent.ts";
import { scheduled } from "../_schedule.ts";

/** Every five minutes: cancels payments that were not paid within 7 days. */
export const handler = scheduled(async () => ({ due: await Abandoned.endDue() }));
