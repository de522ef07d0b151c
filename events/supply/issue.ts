import * as Farms from "../../core/defi/farming/funding.ts";
import * as Supply from "../../core/ledger/supply.ts";
import { scheduled } from "../_schedule.ts";

/** Issues the supply of the platform's token and funds the first farms, once. A sandbox's are issued when it opens. */
export const handler = scheduled(async () => {
  const issued = await Supply.issue("live");
  await Farms.open("live");
  return { issued };
});
