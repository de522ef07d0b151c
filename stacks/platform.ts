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

/** The resources that every function uses: the table, the secrets, the queues, the API. */
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
   * `https://host`, without a trailing slash. In a stage without a domain it is the distribution's, and undefined for the
   * streaming functions, which are created before it: there only `CORS_ORIGINS` names the allowed origins.
   */
  readonly publicUrl?: string;
}

/**
 * Builds the platform's stack. Functions need the public URL, and the distribution needs the APIs and the Function URLs. To
 * avoid a cycle, this stack has the APIs without routes; then follow the streaming functions, the distribution, and the stacks
 * of the domains with the routes. Each stack references only earlier ones.
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
