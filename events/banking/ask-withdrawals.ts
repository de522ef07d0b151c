import { queryDue } from "../../core/banking/withdrawals/order.ts";
import { scheduled } from "../_schedule.ts";

/** Every five minutes: queries the bank about withdrawals without news. */
export const handler = scheduled(async () => ({ due: await queryDue() }));
