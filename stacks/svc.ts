import { type App, Stack, Tags } from "aws-cdk-lib";
import { consumers as allConsumers, type ConsumerSpec } from "../contract/consumers.ts";
import { routes as allRoutes, sockets as allSockets } from "../contract/index.ts";
import type { RouteSpec } from "../contract/route.ts";
import { type SocketSpec, socketEvents } from "../contract/socket.ts";
import { checkConcurrency } from "./concurrency.ts";
import type { StageConfig } from "./config.ts";
import { domain, fallback } from "./domain.ts";
import { edge } from "./edge.ts";
import { events } from "./events.ts";
import { type FnOptions, type MakeFn, plainFn } from "./fn.ts";
import { checkLimits, domainOf } from "./limits.ts";
import { platform } from "./platform.ts";
import { sockets as socketStack } from "./sockets.ts";
import { streams } from "./streams.ts";
import { consumerUnit, fallbackUnit, routeUnit, socketUnit, type Unit } from "./units.ts";

export interface SvcOptions {
  readonly config: StageConfig;
  readonly codeOf: FnOptions["codeOf"];
  /** The contract's by default. */
  readonly routes?: readonly RouteSpec[];
  readonly consumers?: readonly ConsumerSpec[];
  readonly sockets?: readonly SocketSpec[];
  readonly makeStack?: MakeStack;
  readonly makeFn?: MakeFn;
}

/** What makes a stack of the app; `sst dev` puts its own here. */
export type MakeStack = (app: App, name: string, config: StageConfig) => Stack;

const plainStack: MakeStack = (app, name, { stage }) =>
  new Stack(app, `svc-${stage}-${name}`, { terminationProtection: stage === "prod" });

/**
 * Every stack of the platform: the shared one, the functions that stream, the distribution, one per domain of
 * routes, one for the WebSocket, one for what runs without a caller.
 */
export function svc(app: App, options: SvcOptions): void {
  const { config, codeOf, routes = allRoutes, consumers = allConsumers, sockets = allSockets } = options;
  const { makeStack = plainStack, makeFn = plainFn } = options;
  const stack = (name: string) => makeStack(app, name, config);
  checkLimits(routes);
  checkConcurrency(unitsOf(routes, consumers, sockets), config.concurrency);

  const home = stack("platform");
  const base = platform(home, config);
  const streamed = routes.filter((route) => route.stream);
  const streaming = streamed.length > 0 ? stack("streams") : undefined;
  const origins = streaming ? streams(streaming, streamed, { platform: base, codeOf, makeFn }) : [];
  const front = stack("edge");
  // It reads their hosts by the outputs' names, which says nothing of an order.
  for (const before of [home, streaming]) if (before) front.addStackDependency(before);
  const kept = routes.filter((route) => route.cache?.by === "everyone").map(pathPattern);
  const publicUrl = edge(front, config, { ...base, streams: origins, kept: [...new Set(kept)] });
  const shared = { platform: { ...base, publicUrl }, codeOf, makeFn };
  for (const [name, group] of byDomain(routes.filter((route) => !route.stream)))
    domain(stack(name), group, shared);
  const unknown = fallbackUnit();
  if (unknown) fallback(stack("fallback"), unknown, shared);
  if (sockets.length > 0) socketStack(stack("sockets"), sockets, shared);
  events(stack("events"), consumers, shared);

  Tags.of(app).add("app", "svc");
  Tags.of(app).add("stage", config.stage);
}

/** A route's path as the distribution writes it. */
const pathPattern = ({ path }: RouteSpec): string => path.replace(/\{.*$/, "*");

/** Everything that becomes a Lambda, for the bundler. */
export const allUnits = (): readonly Unit[] => unitsOf(allRoutes, allConsumers, allSockets);

const unitsOf = (
  routes: readonly RouteSpec[],
  consumers: readonly ConsumerSpec[],
  sockets: readonly SocketSpec[],
): readonly Unit[] => [
  ...routes.map(routeUnit),
  ...consumers.map(consumerUnit),
  ...sockets.flatMap((spec) => socketEvents.map((event) => socketUnit(spec, event))),
  ...[fallbackUnit()].flatMap((unit) => unit ?? []),
];

export const byDomain = (routes: readonly RouteSpec[]): Map<string, RouteSpec[]> =>
  Map.groupBy(routes, domainOf);
