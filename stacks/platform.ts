import type { Stack } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { alarmTopic } from "./alarms.ts";
import { type Api, api } from "./api.ts";
import type { StageConfig } from "./config.ts";
import type { ApiName } from "./limits.ts";
import { type Logs, logKey } from "./logs.ts";
import { type IdentityFiles, identityFiles, objects } from "./objects.ts";
import { backfills, operator } from "./operator.ts";
import { outputs, type Queues, queues } from "./queues.ts";
import { type Secrets, secrets } from "./secrets.ts";
import { type SocketApi, socketApi } from "./socket-api.ts";
import { table } from "./table.ts";

/** What every function builds on: the table, the secrets, the queues, the API. */
export interface Platform extends Logs {
  readonly table: ITableV2;
  readonly objects: Bucket;
  readonly identity: IdentityFiles;
  readonly secrets: Secrets;
  readonly queues: Queues;
  readonly apis: Readonly<Record<ApiName, Api>>;
  readonly sockets: SocketApi;
  readonly alarms: ITopic;
  /**
   * `https://host`, without a slash at its end. Where the stage has no domain this is the distribution's own,
   * and undefined for the functions that stream, which are made before it: there `CORS_ORIGINS` alone says
   * whose pages may call them.
   */
  readonly publicUrl?: string;
}

/**
 * Builds the platform's stack. Functions need the public URL, the distribution needs the APIs and the
 * Function URLs, yet there is no circle: the APIs live here without routes; after them come the functions
 * that stream, then the distribution, then the stacks of the domains with the routes, and each points back only.
 */
export function platform(stack: Stack, config: StageConfig): Platform {
  const logs = { config, logKey: logKey(stack, config) };
  const made = {
    ...logs,
    table: table(stack, config),
    objects: objects(stack),
    identity: identityFiles(stack),
    secrets: secrets(stack, config),
    queues: queues(stack),
    apis: { main: api(stack, logs, "main"), public: api(stack, logs, "public") },
    sockets: socketApi(stack, config),
    alarms: alarmTopic(stack, config),
    ...(config.domain && { publicUrl: `https://${config.domain.name}` }),
  };
  outputs(stack, made.queues);
  operator(stack, config, made);
  backfills(stack, config, made);
  return made;
}
