import { existsSync } from "node:fs";
import { type ConsumerSpec, consumerFile } from "../contract/consumers.ts";
import { type QueueName, queues } from "../contract/queues.ts";
import { handlerFile, type IdentityAccess, type RouteSpec } from "../contract/route.ts";
import { type SecretName, secrets, secretsOfAuth } from "../contract/secrets.ts";
import { type SocketEventName, type SocketSpec, socketHandlerId } from "../contract/socket.ts";
import { accessOfGrants, accessOfRoute, noAccess, type TableAccess } from "../contract/table-access.ts";

/** The source of one Lambda: a route, a consumer, an event of a WebSocket, or the fallback for unknown paths. */
export interface Unit {
  /** Its name in error messages: `route defi.wallets.list`. */
  readonly title: string;
  readonly id: string;
  /** The module that exports its `handler`, from the root of the project. */
  readonly file: string;
  readonly about: string;
  readonly needs: Needs;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly reservedConcurrency?: number;
  /** Whether clients call it. Then it rejects requests that did not come through the distribution. */
  readonly public?: boolean;
  /** Whether it streams its response from a URL of its own. */
  readonly stream?: boolean;
}

/** A unit's permissions. Its role and its environment variables derive from them. */
export interface Needs {
  readonly table: TableAccess;
  readonly queues: readonly QueueName[];
  readonly secrets: readonly SecretName[];
  readonly email: boolean;
  /** Sending to devices. */
  readonly push: boolean | "forget";
  /** Sending text messages. */
  readonly sms: boolean;
  /** Sending to WebSocket connections. */
  readonly connections: boolean;
  readonly objects: "none" | "read" | "write" | "erase";
  /** Access to identity documents. */
  readonly identityFiles: readonly IdentityAccess[];
}

/** Lambda allots CPU by memory. A function needs 110 MB, but below 512 MB its cold start takes twice as long. */
const MEMORY_MB = 512;
const TIMEOUT_SECONDS = 10;
/** API Gateway ends an integration after 30 seconds, so a longer timeout would only cost. */
const GATEWAY_SECONDS = 30;

/**
 * The minimum of a queue's visibility timeout, in multiples of its consumer's timeout. It leaves Lambda time to retry a batch
 * whose invocation was throttled.
 * Source: AWS Lambda Developer Guide, Using Lambda with Amazon SQS.
 */
const VISIBILITY_FACTOR = 6;

export function routeUnit(route: RouteSpec): Unit {
  const title = `route ${route.id}`;
  const timeoutSeconds = route.timeoutSeconds ?? TIMEOUT_SECONDS;
  if (timeoutSeconds > GATEWAY_SECONDS && !route.stream)
    throw new Error(`${title} has a timeout of ${timeoutSeconds} s; API Gateway waits ${GATEWAY_SECONDS} s`);
  return {
    title,
    id: route.id,
    file: handlerFile(route),
    about: route.summary,
    needs: needsOf(title, accessOfRoute(route), route.grants, chainSecrets(route)),
    memoryMb: route.memoryMb ?? MEMORY_MB,
    timeoutSeconds,
    public: true,
    ...(route.stream && { stream: true }),
    ...withShare(route.reservedConcurrency ?? passwordShare(route)),
  };
}

const withShare = (reservedConcurrency: number | undefined) =>
  reservedConcurrency === undefined ? {} : { reservedConcurrency };

/**
 * Returns the reserved concurrency of a route that may hash a password, which takes about a second. A flood from addresses that each
 * stay below every limit then exhausts this function, and not the account. More for routes without a credential, which all users
 * call to sign in. Undefined for other routes.
 */
function passwordShare({ auth, method, grants }: RouteSpec): number | undefined {
  const { credentials = [] } = grants ?? {};
  const hashes = method === "POST" && credentials !== "all" && credentials.includes("password");
  if (!hashes) return undefined;
  return auth === "none" ? 20 : 5;
}

export function consumerUnit(consumer: ConsumerSpec): Unit {
  const title = `consumer ${consumer.id}`;
  const { grants } = consumer;
  const timeoutSeconds = consumer.timeoutSeconds ?? TIMEOUT_SECONDS;
  const queue = "queue" in consumer.trigger ? consumer.trigger.queue : undefined;
  if (queue !== undefined && queues[queue].visibilitySeconds < VISIBILITY_FACTOR * timeoutSeconds)
    throw new Error(
      `${title} may run ${timeoutSeconds} s: queue ${queue} needs a visibility timeout of at least ${VISIBILITY_FACTOR * timeoutSeconds} s`,
    );
  return {
    title,
    id: consumer.id,
    file: consumerFile(consumer),
    about: consumer.about,
    needs: needsOf(title, accessOfGrants(grants), grants),
    memoryMb: consumer.memoryMb ?? MEMORY_MB,
    timeoutSeconds,
  };
}

export function socketUnit(spec: SocketSpec, event: SocketEventName): Unit {
  const id = socketHandlerId(spec, event);
  const title = `socket ${id}`;
  const { about, grants, memoryMb, timeoutSeconds, reservedConcurrency } = spec.handlers[event];
  return {
    title,
    id,
    file: handlerFile({ id }),
    about,
    needs: needsOf(title, accessOfGrants(grants), grants),
    memoryMb: memoryMb ?? MEMORY_MB,
    timeoutSeconds: timeoutSeconds ?? TIMEOUT_SECONDS,
    // Messages on a connection have no headers; only the connect event is checked.
    ...(event === "connect" && { public: true }),
    reservedConcurrency,
  };
}

/** Completes a unit's grants. @throws Error if they name an unknown queue or secret */
const needsOf = (
  title: string,
  table: TableAccess,
  grants: Partial<ConsumerSpec["grants"]> = {},
  more: readonly SecretName[] = [],
): Needs => ({
  table,
  email: grants.email ?? false,
  push: grants.push ?? false,
  sms: grants.sms ?? false,
  connections: grants.connections ?? false,
  objects: grants.objects ?? "none",
  identityFiles: grants.identityFiles ?? [],
  queues: known(title, "queue", grants.queues ?? [], queues),
  secrets: known(title, "secret", [...more, ...(grants.secrets ?? [])], secrets),
});

/** Returns the unit that answers unknown paths in our own error format, or undefined if its file does not exist. */
export function fallbackUnit(root: string = process.cwd()): Unit | undefined {
  const file = "functions/_chain/fallback.ts";
  if (!existsSync(`${root}/${file}`)) return undefined;
  return {
    title: "the fallback",
    id: "fallback",
    file,
    about: "Answers paths and methods that no route has",
    needs: needsOf("the fallback", noAccess, { secrets: ["ORIGIN_SECRET"] }),
    memoryMb: MEMORY_MB,
    timeoutSeconds: TIMEOUT_SECONDS,
    public: true,
  };
}

/** Returns the secrets of the handler chain: the keys of the credential, and the secret that CloudFront adds. */
const chainSecrets = (route: RouteSpec): readonly SecretName[] => [...secretsOfAuth(route), "ORIGIN_SECRET"];

function known<Name extends string>(
  title: string,
  what: string,
  names: readonly string[],
  all: Readonly<Record<Name, unknown>>,
): readonly Name[] {
  const unknown = names.find((name) => !Object.hasOwn(all, name));
  if (unknown !== undefined)
    throw new Error(`${title} names the ${what} ${unknown}, which the contract does not have`);
  return [...new Set(names as readonly Name[])];
}
