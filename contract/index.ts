import * as saveback from "./admin/saveback.ts";
import * as auth from "./auth.ts";
import * as framework from "./auth-framework.ts";
import * as exchange from "./defi/exchange.ts";
import * as governance from "./defi/governance.ts";
import * as prices from "./defi/prices.ts";
import * as staking from "./defi/staking.ts";
import * as wallets from "./defi/wallets.ts";
import * as inbound from "./inbound.ts";
import * as keys from "./keys.ts";
import * as mcp from "./mcp.ts";
import * as jobTemplates from "./orchestrator/job-templates.ts";
import * as jobWorkers from "./orchestrator/job-workers.ts";
import * as jobs from "./orchestrator/jobs.ts";
import * as stream from "./orchestrator/stream.ts";
import * as webhooks from "./orchestrator/webhooks.ts";
import * as cards from "./payments/cards.ts";
import * as checkout from "./payments/checkout.ts";
import * as merchant from "./payments/merchant.ts";
import * as payments from "./payments/payments.ts";
import type { RouteSpec } from "./route.ts";
import * as web from "./web.ts";

/** Every route of the platform, in the order of the API document. Handlers import their family's module, never this. */
const families: readonly Readonly<Record<string, RouteSpec>>[] = [
  auth,
  framework,
  wallets,
  exchange,
  staking,
  prices,
  governance,
  payments,
  cards,
  merchant,
  checkout,
  saveback,
  inbound,
  webhooks,
  jobs,
  jobWorkers,
  jobTemplates,
  stream,
  keys,
  mcp,
  web,
];

export const routes: readonly RouteSpec[] = families.flatMap((family) => Object.values(family));
