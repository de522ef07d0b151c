import type { RouteSpec } from "../contract/route.ts";

/** Limits of AWS that a growing contract meets, checked before a deployment does. */

/** Integrations of an HTTP API: a hard quota. One is the fallback's. */
const INTEGRATIONS = 300;
/** Resources of a CloudFormation stack: a hard quota. */
const RESOURCES = 500;
/** Function, role, policy, log group, integration, permission, route. */
export const RESOURCES_PER_ROUTE = 7;

/** @throws Error that says which limit is passed and what to do */
export function checkLimits(routes: readonly RouteSpec[]): void {
  if (routes.length + 1 > INTEGRATIONS) {
    throw new Error(
      `${routes.length} routes and the fallback need more than the ${INTEGRATIONS} integrations that an HTTP API takes: give some families an API of their own`,
    );
  }
  for (const [family, group] of Map.groupBy(routes, (route) => route.family)) {
    const resources = group.length * RESOURCES_PER_ROUTE;
    if (resources > RESOURCES) {
      throw new Error(
        `family ${family} has ${group.length} routes, about ${resources} resources, and a stack takes ${RESOURCES}: split the family`,
      );
    }
  }
}
