import { existsSync } from "node:fs";
import { type ConsumerSpec, consumerFile } from "../contract/consumers.ts";
import { type QueueName, queues } from "../contract/queues.ts";
import { handlerFile, type IdentityAccess, type RouteSpec } from "../contract/route.ts";
import { type SecretName, secrets, secretsOfAuth } from "../contract/secrets.ts";
import { type SocketEventName, type SocketSpec, socketHandlerId } from "../contract/socket.ts";
import { accessOfGrants, accessOfRoute, noAccess, type TableAccess } from "../contract/table-access.ts";

/**
 * A unit is what becomes one Lambda: a route, a consumer, an event of a WebSocket, or the answer to unknown
 * paths.
 */
export interface Unit {
  /** Says what it is in an error: `route defi.wallets.list`. */
  readonly title: string;
  readonly id: string;
  /** The module that exports its `handler`, from the root of the project. */
  readonly file: string;
  readonly about: string;
  readonly needs: Needs;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly reservedConcurrency?: number;
  /** Whether requests of clients reach it: then it serves those alone that come through the distribution. */
  readonly public?: boolean;
  /** Whether it streams its answer from a URL of its own. */
  readonly stream?: boolean;
}

/**
 * What a unit may touch. Its role, and the variables that lead there, come from this and from nothing else.
 */
export interface Needs {
  readonly table: TableAccess;
  readonly queues: readonly QueueName[];
  readonly secrets: readonly SecretName[];
  readonly email: boolean;
  /** Sending to telephones. */
  readonly push: boolean | "forget";
  /** Sending text messages. */
  readonly sms: boolean;
  /** Sending to WebSocket connections. */
  readonly connections: boolean;
  readonly objects: "none" | "read" | "write" | "erase";
  /** Documents of identity. */
  readonly identityFiles: readonly IdentityAccess[];
}

/** Memory buys CPU on Lambda; a function's own need is 110 MB, and below 512 MB its cold start doubles. */
const MEMORY_MB = 512;
const TIMEOUT_SECONDS = 10;
/**
 * API Gateway gives up on an integration after 30 seconds: a longer timeout would be paid for and never seen.
 */
const GATEWAY_SECONDS = 30;

/**
 * How many of its consumer's timeouts a queue hides a message: while Lambda is throttled it takes the message back
 * and tries again within that time. Source: AWS Lambda Developer Guide, Using Lambda with Amazon SQS.
 */
const HIDDEN_TIMES = 6;

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
    ...(route.reservedConcurrency === undefined ? {} : { reservedConcurrency: route.reservedConcurrency }),
  };
}

export function consumerUnit(consumer: ConsumerSpec): Unit {
  const title = `consumer ${consumer.id}`;
  const { grants } = consumer;
  const timeoutSeconds = consumer.timeoutSeconds ?? TIMEOUT_SECONDS;
  const queue = "queue" in consumer.trigger ? consumer.trigger.queue : undefined;
  if (queue !== undefined && queues[queue].visibilitySeconds < HIDDEN_TIMES * timeoutSeconds)
    throw new Error(
      `${title} may run ${timeoutSeconds} s: queue ${queue} must hide its messages ${HIDDEN_TIMES * timeoutSeconds} s at least`,
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
    // What comes over a connection has no headers: who was let in is in.
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

/** Answers the paths that no route has, in our own envelope. Absent as long as its file is. */
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

/**
 * What the chain reads: the keys of the credential, and the proof that a viewer's address comes from
 * CloudFront.
 */
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
