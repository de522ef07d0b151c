import * as wallets from "./defi/wallets.ts";
import type { RouteSpec } from "./route.ts";

/** Every route of the platform, in the order of the API document. Handlers import their family's module, never this. */
const families: readonly Readonly<Record<string, RouteSpec>>[] = [wallets];

export const routes: readonly RouteSpec[] = families.flatMap((family) => Object.values(family));
