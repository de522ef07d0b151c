import * as auth from "./auth.ts";
import * as framework from "./auth-framework.ts";
import * as exchange from "./defi/exchange.ts";
import * as governance from "./defi/governance.ts";
import * as prices from "./defi/prices.ts";
import * as staking from "./defi/staking.ts";
import * as wallets from "./defi/wallets.ts";
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
  web,
];

export const routes: readonly RouteSpec[] = families.flatMap((family) => Object.values(family));
