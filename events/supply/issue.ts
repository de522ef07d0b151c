import { modes } from "../../core/kernel/mode.ts";
import * as Supply from "../../core/ledger/supply/index.ts";

/** Issues the supply of the platform's token in both ledgers, once. */
export const handler = async (): Promise<{ issued: boolean }> => {
  const issued = await Promise.all(modes.map(Supply.issue));
  return { issued: issued.includes(true) };
};
