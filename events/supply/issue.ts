import * as Supply from "../../core/ledger/supply/index.ts";

/** Issues the platform's token when the stack is new; at every other time one read. */
export const handler = async (): Promise<{ issued: boolean }> => ({ issued: await Supply.issue() });
