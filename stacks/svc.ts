import { type App, Stack, Tags } from "aws-cdk-lib";
import { consumers as allConsumers, type ConsumerSpec } from "../contract/consumers.ts";
import { cachedPaths } from "../contract/edge.ts";
import { routes as allRoutes, sockets as allSockets } from "../contract/index.ts";
import type { RouteSpec } from "../contract/route.ts";
import { type SocketSpec, socketEvents } from "../contract/socket.ts";
import { audit } from "./audit.ts";
import type { StageConfig } from "./config.ts";
import { domain, fallback, streams } from "./domain.ts";
import { edge } from "./edge.ts";
import { EDGE_REGION, edgeAlarms } from "./edge-alarms.ts";
import { events } from "./events.ts";
import { FIREWALL_REGION, firewall, webAclOf } from "./firewall.ts";
import { type FnOptions, type MakeFn, plainFn } from "./fn.ts";
import { checkConcurrency, checkLimits, domainOf } from "./limits.ts";
import { platform } from "./platform.ts";
import { sockets as socketStack } from "./sockets.ts";
import { consumerUnit, fallbackUnit, routeUnit, socketUnit, type Unit } from "./units.ts";
import { watch } from "./watch.ts";

export interface SvcOptions {
  readonly config: StageConfig;
  readonly codeOf: FnOptions["codeOf"];
  /** The folder of the nightly audit's bundle. If omitted, the stage has no audit. */
  readonly auditCode?: string;
  /** The folder of the built console. If omitted, the stage has no console. */
  readonly consoleFolder?: string;
  /** Defaults to the contract's routes, consumers and sockets. */
  readonly routes?: readonly RouteSpec[];
  readonly consumers?: readonly ConsumerSpec[];
  readonly sockets?: readonly SocketSpec[];
  readonly makeStack?: MakeStack;
  readonly makeFn?: MakeFn;
}

/** Creates a stack of the app. `sst dev` provides its own. */
export type MakeStack = (app: App, name: string, config: StageConfig, region?: string) => Stack;

const plainStack: MakeStack = (app, name, { stage }, region) =>
  new Stack(app, `svc-${stage}-${name}`, {
    terminationProtection: stage === "prod",
    ...(region !== undefined && { env: { region } }),
  });

/**
 * Creates every stack: the platform, the streaming functions, the distribution, one per domain of routes, the WebSocket,
 * consumers and schedules, monitoring, and, if the stage states its region, the distribution's alarms in CloudFront's region.
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
  // Live functions of `sst dev` buffer their responses, so streaming functions stay in AWS.
  const origins = streaming ? streams(streaming, streamed, { platform: base, codeOf, makeFn: plainFn }) : [];
  const front = stack("edge");
  // It reads their hosts from outputs by name, which adds no dependency.
  for (const before of [home, streaming]) if (before) front.addStackDependency(before);
  const webAclArn = firewallFor(front, config, routes, () =>
    makeStack(app, "firewall", config, FIREWALL_REGION),
  );
  const publicUrl = edge(front, config, {
    ...base,
    streams: origins,
    webAclArn,
    cachedPaths: cachedPaths(routes),
    consoleFolder: options.consoleFolder,
  });
  const shared = { platform: { ...base, publicUrl }, codeOf, makeFn };
  for (const [name, group] of byDomain(routes.filter((route) => !route.stream)))
    domain(stack(name), group, shared);
  const unknown = fallbackUnit();
  if (unknown) fallback(stack("fallback"), unknown, shared);
  if (sockets.length > 0) socketStack(stack("sockets"), sockets, shared);
  events(stack("events"), consumers, shared);
  if (options.auditCode !== undefined) audit(stack("audit"), base, options.auditCode);
  watch(stack("operations"), base, { routes, consumers });
  if (config.region !== undefined) {
    const far = makeStack(app, "edge-alarms", config, EDGE_REGION);
    far.addStackDependency(front);
    edgeAlarms(far, config, front, config.region);
  }

  // cfn-lint's schemas do not yet know the tags of a dashboard.
  const untagged = { excludeResourceTypes: ["AWS::CloudWatch::Dashboard"] };
  Tags.of(app).add("app", "svc", untagged);
  Tags.of(app).add("stage", config.stage, untagged);
}

/** Returns the ARN of the distribution's web ACL, or undefined. */
function firewallFor(
  front: Stack,
  config: StageConfig,
  routes: readonly RouteSpec[],
  make: () => Stack,
): string | undefined {
  if (config.firewall.kind === "none") return undefined;
  if (config.firewall.kind === "named") return config.firewall.arn;
  const wall = make();
  firewall(wall, config, config.firewall, routes);
  front.addStackDependency(wall);
  return webAclOf(wall);
}

/** Returns all units, for the bundler. */
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
