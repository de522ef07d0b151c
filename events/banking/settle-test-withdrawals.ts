import { settleDue } from "../../core/banking/withdrawals/sandbox.ts";

/** Every minute: has withdrawals of sandboxes end as their destinations say. */
export const handler = async (): Promise<{ settled: number }> => ({ settled: await settleDue() });
