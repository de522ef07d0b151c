import * as Gateway from "@svc/local-aws/http/gateway";
import * as S3 from "@svc/local-aws/s3/objects";
import * as Sqs from "@svc/local-aws/sqs/queues";
import { queues as platformQueues } from "../contract/queues.ts";
import { type Family, pathsOf } from "../contract/route.ts";
import { lifecycles } from "../contract/stage.ts";
import { nowMs } from "../core/kernel/clock/index.ts";
import { forbidden } from "./control.ts";
import { BUCKETS, OBJECTS_PATH } from "./environment.ts";

/** The local HTTP API, queues and buckets, configured from the contract and with the platform's clock. */

export type GatewayRoute = Gateway.GatewayRoute & { readonly family?: Family };

type GatewayOptions = Omit<Gateway.GatewayOptions, "routes" | "nowMs"> & {
  readonly routes: readonly GatewayRoute[];
};

/** Starts the HTTP API. A route of `/v1` is served at `/v2` too. */
export const startGateway = (
  { routes, ...options }: GatewayOptions,
  port: number,
  host: string,
): Promise<Gateway.Gateway> => {
  const served = routes.flatMap((one) => pathsOf(one).map((path) => ({ ...one, path })));
  return Gateway.startGateway({ ...options, routes: served, nowMs }, port, host);
};

/** Starts the queues. @param journal the file that stores messages. Defaults to memory. */
export const startQueues = (
  journal?: string,
  queues: Readonly<Record<string, Sqs.QueueSpec>> = platformQueues,
): Promise<Sqs.Queues> => Sqs.startQueues({ queues, journal, nowMs });

/**
 * Opens the buckets.
 * @param folder the folder of the objects' files. Undefined for memory.
 * @param endpoint returns the address that links are signed for
 */
export const openObjects = (folder: string | undefined, endpoint: () => string): S3.Objects =>
  S3.openObjects({
    buckets: [
      { name: BUCKETS.results, storedUnder: "", expires: lifecycles.results },
      { name: BUCKETS.identity, expires: lifecycles.identity },
    ],
    folder,
    path: OBJECTS_PATH,
    endpoint,
    nowMs,
    forbidden,
  });
