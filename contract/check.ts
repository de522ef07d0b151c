import { type ConsumerSpec, consumerFile } from "./consumers.ts";
import { parametersOf, TOLD_WINDOW_SECONDS } from "./kept.ts";
import { handlerFile, type Limit, pathsOf, type RouteSpec } from "./route.ts";
import { type SocketSpec, socketEvents, socketHandlerId } from "./socket.ts";

/** What would break the rule that one list of routes tells everything. `npm test` wants none of these. */

const parameters = (path: string): string[] =>
  [...path.matchAll(/\{([^}+]+)\+?\}/g)].map(([, name = ""]) => name);

/** A path with its parameters' names left out: API Gateway takes "/a/{x}" and "/a/{y}" for the same. */
const shape = (path: string): string => path.replace(/\{[^}+]+(\+?)\}/g, "{$1}");

const repeated = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];

const isByActor = (limit: RouteSpec["limit"]): boolean =>
  limit !== undefined && limit !== "plan" && limit.by === "actor";

function problemsOfRoute(route: RouteSpec): string[] {
  const { id, request, responses, idempotent, method, auth, limit, unlimited, signed, orSession } = route;
  const forKeys = route.scope !== undefined || signed || orSession || route.limit === "plan";
  const wanted = parameters(route.path);
  const schema = request?.params as { shape?: Record<string, unknown> } | undefined;
  const stated = Object.keys(schema?.shape ?? {});
  const statuses = Object.keys(responses).map(Number);
  return [
    ...(/^[a-z][\w-]*(\.[a-z][\w-]*)+$/.test(id) ? [] : [`${id}: an id is words with dots between`]),
    ...wanted
      .filter((name) => !stated.includes(name))
      .map((name) => `${id}: path parameter ${name} has no schema`),
    ...stated.filter((name) => !wanted.includes(name)).map((name) => `${id}: ${name} is not in the path`),
    ...(statuses.some((status) => status < 400) ? [] : [`${id}: names no successful response`]),
    ...(statuses.some((status) => status >= 400)
      ? [`${id}: names an error as a response; list it in errors`]
      : []),
    ...(idempotent && auth === "none" ? [`${id}: an idempotency key needs an actor`] : []),
    ...(idempotent && method === "GET" ? [`${id}: a GET needs no idempotency key`] : []),
    ...(auth === "none" && !limit ? [`${id}: a route for everybody has a limit`] : []),
    ...(auth === "signature" && !unlimited ? [`${id}: a provider's route says why it has no limit`] : []),
    ...(auth === "signature" && limit ? [`${id}: nobody counts a provider's calls`] : []),
    ...(unlimited && auth !== "signature" ? [`${id}: only what a provider signs has no limit`] : []),
    ...(forKeys && auth !== "apiKey" ? [`${id}: scope, plan and signature are of API keys`] : []),
    ...(signed && !idempotent ? [`${id}: what is signed takes an idempotency key`] : []),
    ...(signed && orSession ? [`${id}: a session has nothing to sign with`] : []),
    ...(route.stepUp && auth !== "mobile" ? [`${id}: a step-up is of a device`] : []),
    ...(route.stepUp && !limit ? [`${id}: what takes a code has a limit`] : []),
    ...(route.stepUp && route.grants?.table !== "write"
      ? [`${id}: a confirmation is used up: grant the table for writing`]
      : []),
    ...(route.countedBeside && (!isByActor(limit) || idempotent || route.stream)
      ? [
          `${id}: counted beside its work is only a limit by actor, of what is neither idempotent nor streamed`,
        ]
      : []),
    ...(route.stream && signed ? [`${id}: a streamed route is not signed`] : []),
    ...(route.stream && wanted.length > 0 ? [`${id}: a streamed route has no path parameters`] : []),
    ...(route.cache && (method !== "GET" || auth !== "none" || route.stream || route.signInAt)
      ? [`${id}: only the answer to a GET that anybody may call is kept for everybody`]
      : []),
    ...(route.cache && route.grants?.table === "write"
      ? [`${id}: what is kept for everybody writes nothing`]
      : []),
    ...(route.cache?.tellsLimit && (limit as Limit | undefined)?.windowSeconds !== TOLD_WINDOW_SECONDS
      ? [`${id}: a kept answer tells of limits of a minute alone`]
      : []),
    ...(route.cache && parametersOf(request?.query) === undefined
      ? [`${id}: what is kept for everybody names each parameter of its query`]
      : []),
    ...(method === "GET" && request?.body ? [`${id}: a GET has no body`] : []),
  ];
}

/**
 * @param files handler and consumer files that exist, from the project's root; files that begin with "_" are
 *   not endpoints
 * @returns a sentence for each problem
 */
export function problemsOf(
  routes: readonly RouteSpec[],
  consumers: readonly ConsumerSpec[],
  files: readonly string[],
  sockets: readonly SocketSpec[] = [],
): string[] {
  const wanted = new Map<string, string>([
    ...routes.map((one) => [handlerFile(one), `route ${one.id}`] as const),
    ...consumers.map((one) => [consumerFile(one), `consumer ${one.id}`] as const),
    ...sockets.flatMap((one) =>
      socketEvents.map((event) => {
        const id = socketHandlerId(one, event);
        return [handlerFile({ id }), `socket ${id}`] as const;
      }),
    ),
  ]);
  return [
    ...routes.flatMap(problemsOfRoute),
    ...repeated(routes.map((one) => one.id)).map((id) => `two routes have the id ${id}`),
    ...repeated(routes.flatMap((one) => pathsOf(one).map((path) => `${one.method} ${shape(path)}`))).map(
      (at) => `two routes serve ${at}`,
    ),
    ...[...wanted].filter(([file]) => !files.includes(file)).map(([file, what]) => `${what} has no ${file}`),
    ...files.filter((file) => !wanted.has(file)).map((file) => `${file} serves no route, consumer or socket`),
  ];
}
