import * as Supply from "../../core/ledger/supply/index.ts";

/** Issues the supply of the platform's token, once. A sandbox's is issued as it opens. */
export const handler = async (): Promise<{ issued: boolean }> => {
  return { issued: await Supply.issue("live") };
};
