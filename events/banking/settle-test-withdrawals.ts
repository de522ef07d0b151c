import { settleDue } from "../../core/banking/withdrawals/order.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: completes withdrawals of sandboxes with the outcome of their test destinations. */
export const handler = scheduled(async () => ({ settled: await settleDue() }));
