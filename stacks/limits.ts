import { pathsOf, type RouteSpec } from "../contract/route.ts";
import { flag } from "./config-values.ts";
import type { ContextName } from "./context.ts";
import type { Unit } from "./units.ts";

/** Checks AWS limits that a growing contract reaches, before a deployment fails. */

/** The maximum of integrations (hard quota) and routes (default quota) of an HTTP API. The fallback takes one of each. */
const INTEGRATIONS = 300;
/** The maximum of resources of a CloudFormation stack, a hard quota. */
const RESOURCES = 500;
/** Function, role, policy, log group, integration, permission, route. */
export const RESOURCES_PER_ROUTE = 7;
/** Version, alias, deployment group and alarm of a canary-released route. */
export const RESOURCES_PER_CANARY = 4;
/** Permission and route. */
const RESOURCES_PER_FURTHER_PATH = 2;

/** The HTTP APIs. `public` serves the public API for developers, with a throttle and quotas of its own; `main` serves everything else. */
export const apis = ["main", "public"] as const;
export type ApiName = (typeof apis)[number];

/** Returns the API that serves a route. */
export const apiOf = ({ family }: Pick<RouteSpec, "family">): ApiName =>
  family === "public" ? "public" : "main";

/** Returns the stack of a route, from the beginning of its id: `defi-wallets`. */
export const domainOf = ({ id }: Pick<RouteSpec, "id">): string =>
  id.split(".").slice(0, -1).slice(0, 2).join("-");

/** Returns whether a route moves money or receives a provider's webhooks. Such routes are canary-released. */
export const movesMoney = ({ idempotent, signed, auth }: RouteSpec): boolean =>
  idempotent === true || signed === true || auth === "signature";

const resourcesOf = (route: RouteSpec): number =>
  RESOURCES_PER_ROUTE +
  (movesMoney(route) ? RESOURCES_PER_CANARY : 0) +
  RESOURCES_PER_FURTHER_PATH * (pathsOf(route).length - 1);

/** @throws Error that states the exceeded limit and the fix */
export function checkLimits(routes: readonly RouteSpec[]): void {
  for (const [api, group] of Map.groupBy(routes, apiOf)) {
    const paths = group.flatMap(pathsOf).length;
    if (paths + 1 > INTEGRATIONS) {
      throw new Error(
        `${paths} paths of the ${api} API and the fallback exceed the ${INTEGRATIONS} routes and integrations of an HTTP API: give some families an API of their own`,
      );
    }
  }
  for (const [domain, group] of Map.groupBy(routes, domainOf)) {
    const resources = group.reduce((sum, route) => sum + resourcesOf(route), 0);
    if (resources > RESOURCES) {
      throw new Error(
        `domain ${domain} has ${group.length} routes, about ${resources} resources, and a stack is limited to ${RESOURCES}: split the domain`,
      );
    }
  }
}

/**
 * The reserved concurrency of functions. A function's share is also its limit: its clients cannot exhaust the executions
 * of other functions.
 */
export interface Concurrency {
  /** Whether shares are reserved. */
  readonly reserve: boolean;
  /** The account's quota "Concurrent executions". */
  readonly account: number;
  /** Overrides the contract's shares, by function id. */
  readonly shares: Readonly<Record<string, number>>;
}

/** Lambda's minimum for functions without a share. Source: AWS Lambda Developer Guide, Reserved concurrency. */
export const UNRESERVED = 100;

/** Parses the settings of reserved concurrency. @throws Error that names the setting and the rule */
export function concurrency(
  text: (name: ContextName) => string | undefined,
  reserveByDefault: boolean,
): Concurrency {
  const account = text("accountConcurrency") ?? "1000";
  if (!/^[1-9]\d{0,6}$/.test(account))
    throw new Error("accountConcurrency must be a whole number: Lambda's quota of concurrent executions");
  return {
    reserve: flag("reserveConcurrency", text("reserveConcurrency"), reserveByDefault),
    account: Number(account),
    shares: shares(text("reservedConcurrency")),
  };
}

function shares(text: string | undefined): Readonly<Record<string, number>> {
  const parts = (text ?? "").split(" ").filter((part) => part !== "");
  return Object.fromEntries(
    parts.map((part) => {
      const [, id, share] = /^([\w.]+):([1-9]\d{0,6})$/.exec(part) ?? [];
      if (id === undefined)
        throw new Error(
          `reservedConcurrency must be id:executions, separated by spaces, such as mcp.server:20, got "${part}"`,
        );
      return [id, Number(share)];
    }),
  );
}

/** Returns the share of a unit; undefined if it has none. */
export const shareOf = (
  { id, reservedConcurrency }: Pick<Unit, "id" | "reservedConcurrency">,
  { reserve, shares }: Concurrency,
): number | undefined =>
  reserve && reservedConcurrency !== undefined ? (shares[id] ?? reservedConcurrency) : undefined;

/** @throws Error if the account's quota is too low for the shares, or a share names an unknown function */
export function checkConcurrency(
  units: readonly Pick<Unit, "id" | "reservedConcurrency">[],
  concurrency: Concurrency,
): void {
  const { account, shares } = concurrency;
  const sharing = units.filter((unit) => unit.reservedConcurrency !== undefined);
  const unknown = Object.keys(shares).filter((id) => !sharing.some((unit) => unit.id === id));
  if (unknown.length > 0)
    throw new Error(
      `reservedConcurrency names ${unknown.join(", ")}; functions with a share are ${sharing.map(({ id }) => id).join(", ")}`,
    );
  const taken = sharing.flatMap((unit) => {
    const share = shareOf(unit, concurrency);
    return share === undefined ? [] : [{ id: unit.id, share }];
  });
  const sum = taken.reduce((all, { share }) => all + share, 0);
  if (sum === 0 || sum + UNRESERVED <= account) return;
  throw new Error(
    `functions reserve ${sum} concurrent executions (${taken.map(({ id, share }) => `${id} ${share}`).join(", ")}) and ` +
      `${UNRESERVED} must stay unreserved, but the account has ${account}: have Lambda's quota of concurrent ` +
      "executions raised (Service Quotas, L-B99A9384) and state it with -c accountConcurrency=…, lower shares with " +
      '-c reservedConcurrency="id:executions …", or reserve none with -c reserveConcurrency=false',
  );
}
