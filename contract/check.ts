import { type ConsumerSpec, consumerFile } from "./consumers.ts";
import { parametersOf, REPORTED_WINDOW_SECONDS } from "./edge.ts";
import { handlerFile, pathsOf, type RouteSpec, requiresProof } from "./route.ts";
import { protects } from "./sensitive.ts";
import { type SocketSpec, socketEvents, socketHandlerId } from "./socket.ts";

/** Checks the list of routes against rules that types cannot express. A test expects no problems. */

/** Removes the names of a path's parameters: for API Gateway "/a/{x}" and "/a/{y}" are the same. */
const shape = (path: string): string => path.replace(/\{[^}+]+(\+?)\}/g, "{$1}");

const repeated = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];

function problemsOfRoute(route: RouteSpec): string[] {
  const { id, request, idempotent, method, auth, limit, unlimited, signed, cache, stream } = route;
  const proven = requiresProof(route);
  const decides = typeof route.proof === "object" && "when" in route.proof;
  const sensitive = route.proof === undefined ? protects(route) : [];
  const inPath = [...route.path.matchAll(/\{([^}+]+)\+?\}/g)].map(([, name = ""]) => name);
  const schema = request?.params as { shape?: Record<string, unknown> } | undefined;
  const declared = Object.keys(schema?.shape ?? {});
  const statuses = Object.keys(route.responses).map(Number);
  const counted = typeof limit === "object" ? limit : undefined;
  const forKeys = route.scope !== undefined || signed || route.orSession || limit === "plan";
  const writes = route.grants?.table === "write";
  const problems: readonly (readonly [isProblem: unknown, problem: string])[] = [
    [!/^[a-z][\w-]*(\.[a-z][\w-]*)+$/.test(id), "an id must be words separated by dots"],
    ...inPath.map((name) => [!declared.includes(name), `path parameter ${name} has no schema`] as const),
    ...declared.map((name) => [!inPath.includes(name), `${name} is not in the path`] as const),
    [!statuses.some((status) => status < 400), "names no successful response"],
    [statuses.some((status) => status >= 400), "names an error as a response; list it in errors"],
    [idempotent && auth === "none", "an idempotency key needs an actor"],
    [idempotent && method === "GET", "a GET cannot be idempotent: it needs no key"],
    [auth === "none" && !limit, "a route without auth needs a limit"],
    [auth === "signature" && !unlimited, "a provider's route must state why it has no limit"],
    [auth === "signature" && limit, "a provider's calls are not counted, so it cannot have a limit"],
    [unlimited && auth !== "signature", "only a provider's route may have no limit"],
    [forKeys && auth !== "apiKey", "scope, plan and signature need an API key"],
    [signed && !idempotent, "a signed route must be idempotent"],
    [signed && route.orSession, "a session cannot sign requests"],
    [
      proven && !["session", "mobile", "person", "admin"].includes(auth) && !(auth === "none" && decides),
      "a recent proof needs a session",
    ],
    ...sensitive.map(
      (what) =>
        [
          true,
          `touches ${what}: state in proof when it needs a recent one, or in notNeeded why not`,
        ] as const,
    ),
    [route.waitsAfterReset && !proven, "a route waits after a reset only with a recent proof"],
    [proven && !limit, "a route with a recent proof needs a limit"],
    [proven && !writes, "a recent proof needs write access to the table, to use up codes and assertions"],
    [
      route.countsConcurrently && (counted?.by !== "actor" || idempotent || stream),
      "concurrent counting needs a limit by actor, and a route that is neither idempotent nor streamed",
    ],
    [stream && signed, "a streamed route cannot be signed"],
    [stream && inPath.length > 0, "a streamed route cannot have path parameters"],
    [
      cache && (method !== "GET" || auth !== "none" || stream || route.signInAt),
      "only a GET without auth can be cached",
    ],
    [cache && writes, "a cached route cannot write"],
    [
      cache?.includesLimit && counted?.windowSeconds !== REPORTED_WINDOW_SECONDS,
      "a cached response can only include limits per minute",
    ],
    [
      cache && parametersOf(request?.query) === undefined,
      "a cached route must declare every query parameter",
    ],
    [method === "GET" && request?.body, "a GET cannot have a body"],
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
  const expected = new Map([
    ...routes.map((one) => [handlerFile(one), `route ${one.id}`] as const),
    ...consumers.map((one) => [consumerFile(one), `consumer ${one.id}`] as const),
    ...socketHandlers.map((id) => [handlerFile({ id }), `socket ${id}`] as const),
  ]);
  const served = routes.flatMap((one) => pathsOf(one).map((path) => `${one.method} ${shape(path)}`));
  return [
    ...routes.flatMap(problemsOfRoute),
    ...repeated(routes.map((one) => one.id)).map((id) => `two routes have the id ${id}`),
    ...repeated(served).map((at) => `two routes serve ${at}`),
    ...[...expected]
      .filter(([file]) => !files.includes(file))
      .map(([file, what]) => `${what} has no ${file}`),
    ...files
      .filter((file) => !expected.has(file))
      .map((file) => `${file} serves no route, consumer or socket`),
  ];
}
