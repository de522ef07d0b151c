import { type ConsumerSpec, consumerFile } from "./consumers.ts";
import { parametersOf, TOLD_WINDOW_SECONDS } from "./edge.ts";
import { handlerFile, pathsOf, type RouteSpec } from "./route.ts";
import { type SocketSpec, socketEvents, socketHandlerId } from "./socket.ts";

/** Checks the list of routes for what its types cannot express. A test expects no problems. */

const parameters = (path: string): string[] =>
  [...path.matchAll(/\{([^}+]+)\+?\}/g)].map(([, name = ""]) => name);

/** Removes the names of a path's parameters: for API Gateway "/a/{x}" and "/a/{y}" are the same. */
const shape = (path: string): string => path.replace(/\{[^}+]+(\+?)\}/g, "{$1}");

const repeated = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];

function problemsOfRoute(route: RouteSpec): string[] {
  const { id, request, idempotent, method, auth, limit, unlimited, signed, cache, stream, stepUp } = route;
  const wanted = parameters(route.path);
  const schema = request?.params as { shape?: Record<string, unknown> } | undefined;
  const stated = Object.keys(schema?.shape ?? {});
  const statuses = Object.keys(route.responses).map(Number);
  const counted = typeof limit === "object" ? limit : undefined;
  const forKeys = route.scope !== undefined || signed || route.orSession || limit === "plan";
  const writes = route.grants?.table === "write";
  const problems: readonly (readonly [isProblem: unknown, problem: string])[] = [
    [!/^[a-z][\w-]*(\.[a-z][\w-]*)+$/.test(id), "an id is words with dots between"],
    ...wanted.map((name) => [!stated.includes(name), `path parameter ${name} has no schema`] as const),
    ...stated.map((name) => [!wanted.includes(name), `${name} is not in the path`] as const),
    [!statuses.some((status) => status < 400), "names no successful response"],
    [statuses.some((status) => status >= 400), "names an error as a response; list it in errors"],
    [idempotent && auth === "none", "an idempotency key needs an actor"],
    [idempotent && method === "GET", "a GET needs no idempotency key"],
    [auth === "none" && !limit, "a route for everybody has a limit"],
    [auth === "signature" && !unlimited, "a provider's route says why it has no limit"],
    [auth === "signature" && limit, "nobody counts a provider's calls"],
    [unlimited && auth !== "signature", "only what a provider signs has no limit"],
    [forKeys && auth !== "apiKey", "scope, plan and signature are of API keys"],
    [signed && !idempotent, "what is signed takes an idempotency key"],
    [signed && route.orSession, "a session has nothing to sign with"],
    [stepUp && auth !== "mobile", "a step-up is of a device"],
    [stepUp && !limit, "what takes a code has a limit"],
    [stepUp && !writes, "a confirmation is used up: grant the table for writing"],
    [
      route.countsConcurrently && (counted?.by !== "actor" || idempotent || stream),
      "counted beside its work is only a limit by actor, of what is neither idempotent nor streamed",
    ],
    [stream && signed, "a streamed route is not signed"],
    [stream && wanted.length > 0, "a streamed route has no path parameters"],
    [
      cache && (method !== "GET" || auth !== "none" || stream || route.signInAt),
      "only the answer to a GET that anybody may call is kept for everybody",
    ],
    [cache && writes, "what is kept for everybody writes nothing"],
    [
      cache?.includesLimit && counted?.windowSeconds !== TOLD_WINDOW_SECONDS,
      "a kept answer tells of limits of a minute alone",
    ],
    [
      cache && parametersOf(request?.query) === undefined,
      "what is kept for everybody names each parameter of its query",
    ],
    [method === "GET" && request?.body, "a GET has no body"],
  ];
  return problems.filter(([isProblem]) => isProblem).map(([, problem]) => `${id}: ${problem}`);
}

/**
 * @param files the existing files of handlers and consumers, from the project's root. Files that begin with "_" are not
 *   endpoints
 * @returns a sentence for each problem
 */
export function problemsOf(
  routes: readonly RouteSpec[],
  consumers: readonly ConsumerSpec[],
  files: readonly string[],
  sockets: readonly SocketSpec[] = [],
): string[] {
  const socketHandlers = sockets.flatMap((one) => socketEvents.map((event) => socketHandlerId(one, event)));
  const wanted = new Map([
    ...routes.map((one) => [handlerFile(one), `route ${one.id}`] as const),
    ...consumers.map((one) => [consumerFile(one), `consumer ${one.id}`] as const),
    ...socketHandlers.map((id) => [handlerFile({ id }), `socket ${id}`] as const),
  ]);
  const served = routes.flatMap((one) => pathsOf(one).map((path) => `${one.method} ${shape(path)}`));
  return [
    ...routes.flatMap(problemsOfRoute),
    ...repeated(routes.map((one) => one.id)).map((id) => `two routes have the id ${id}`),
    ...repeated(served).map((at) => `two routes serve ${at}`),
    ...[...wanted].filter(([file]) => !files.includes(file)).map(([file, what]) => `${what} has no ${file}`),
    ...files.filter((file) => !wanted.has(file)).map((file) => `${file} serves no route, consumer or socket`),
  ];
}
