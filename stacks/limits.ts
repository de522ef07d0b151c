import { pathsOf, type RouteSpec } from "../contract/route.ts";

/** Limits of AWS that a growing contract meets, checked before a deployment does. */

/** Integrations of an HTTP API, a hard quota, and its routes, as it is at first. One of each is the fallback's. */
const INTEGRATIONS = 300;
/** Resources of a CloudFormation stack: a hard quota. */
const RESOURCES = 500;
/** Function, role, policy, log group, integration, permission, route. */
export const RESOURCES_PER_ROUTE = 7;
/** Version, alias, deployment group and alarm of a route that is released by degrees. */
export const RESOURCES_PER_CANARY = 4;
/** Permission and route. */
const RESOURCES_PER_FURTHER_PATH = 2;

/** The HTTP APIs: developers' programs have one of their own, with a throttle and quotas of its own. */
export const apis = ["main", "public"] as const;
export type ApiName = (typeof apis)[number];

/** The API that serves a route. */
export const apiOf = ({ family }: Pick<RouteSpec, "family">): ApiName =>
  family === "public" ? "public" : "main";

/** The stack that a route is part of: what its id begins with, such as `defi-wallets`. */
export const domainOf = ({ id }: Pick<RouteSpec, "id">): string =>
  id.split(".").slice(0, -1).slice(0, 2).join("-");

/** Whether a route moves money, or answers a provider that does: it is released by degrees. */
export const movesMoney = ({ idempotent, signed, auth }: RouteSpec): boolean =>
  idempotent === true || signed === true || auth === "signature";

const resourcesOf = (route: RouteSpec): number =>
  RESOURCES_PER_ROUTE +
  (movesMoney(route) ? RESOURCES_PER_CANARY : 0) +
  RESOURCES_PER_FURTHER_PATH * (pathsOf(route).length - 1);

/** @throws Error that says which limit is passed and what to do */
export function checkLimits(routes: readonly RouteSpec[]): void {
  for (const [api, group] of Map.groupBy(routes, apiOf)) {
    const paths = group.flatMap(pathsOf).length;
    if (paths + 1 > INTEGRATIONS) {
      throw new Error(
        `${paths} paths of the ${api} API and the fallback need more than the ${INTEGRATIONS} routes and integrations that an HTTP API takes: give some families an API of their own`,
      );
    }
  }
  for (const [domain, group] of Map.groupBy(routes, domainOf)) {
    const resources = group.reduce((sum, route) => sum + resourcesOf(route), 0);
    if (resources > RESOURCES) {
      throw new Error(
        `domain ${domain} has ${group.length} routes, about ${resources} resources, and a stack takes ${RESOURCES}: split the domain`,
      );
    }
  }
}
