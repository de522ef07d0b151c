import { askDue } from "../../core/banking/withdrawals/order.ts";

/** Every five minutes: asks the bank about withdrawals of which nothing was heard in time. */
export const handler = async (): Promise<{ due: number }> => ({ due: await askDue() });
