import { askDue } from "../../core/banking/withdrawals/order.ts";
import { scheduled } from "../_schedule.ts";

/** Every five minutes: asks the bank about withdrawals of which nothing was heard in time. */
export const handler = scheduled(async () => ({ due: await askDue() }));
