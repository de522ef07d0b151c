import { settleDue } from "../../core/banking/withdrawals/order.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: has withdrawals of sandboxes end as their destinations say. */
export const handler = scheduled(async () => ({ settled: await settleDue() }));
