import "../support/quiet.ts";
import { authorizations } from "./authorizations.ts";
import { bundles } from "./bundles.ts";
import { exchange } from "./exchange.ts";
import { farming } from "./farming.ts";
import { governance } from "./governance.ts";
import { keys } from "./keys.ts";
import { prices } from "./prices.ts";
import { costs } from "./roundtrips.ts";
import { saveback } from "./saveback.ts";
import { staking } from "./staking.ts";
import { throughput } from "./throughput.ts";
import { webhooks } from "./webhooks.ts";

/** `npm run bench [-- <suite> …]`: prints figures against the budgets of the design; asserts nothing. */

const suites: Readonly<Record<string, () => Promise<void>>> = {
  bundles,
  costs,
  throughput,
  keys,
  staking,
  exchange,
  farming,
  prices,
  governance,
  saveback,
  webhooks,
  authorizations,
};
const chosen = process.argv.slice(2);
for (const [name, run] of Object.entries(suites)) {
  if (chosen.length === 0 || chosen.includes(name)) await run();
}
