import { CfnOutput, type Stack } from "aws-cdk-lib";
import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { alarmTopic, watch } from "./alarms.ts";
import { type Api, api } from "./api.ts";
import type { StageConfig } from "./config.ts";
import { edge } from "./edge.ts";
import { type Queues, queues } from "./queues.ts";
import { type Secrets, secrets } from "./secrets.ts";
import { type SocketApi, socketApi } from "./socket-api.ts";
import { table } from "./table.ts";

/** What every family builds on: the table, the secrets, the queues, the API and its front door. */
export interface Platform {
  readonly config: StageConfig;
  readonly table: TableV2;
  readonly secrets: Secrets;
  readonly queues: Queues;
  readonly api: Api;
  readonly sockets: SocketApi;
  readonly alarms: ITopic;
  /** `https://host`, without a slash at its end. */
  readonly publicUrl: string;
}

/**
 * Builds the platform's stack. Functions need the public URL, and the distribution needs the API, yet there is no circle:
 * the API lives here without routes, the routes and functions in the family stacks, which point back here and never the
 * other way. So the URL can be the distribution's own domain name where the stage has no other.
 */
export function platform(stack: Stack, config: StageConfig): Platform {
  const made = {
    config,
    table: table(stack),
    secrets: secrets(stack, config.stage),
    queues: queues(stack),
    api: api(stack, config),
    sockets: socketApi(stack, config),
    alarms: alarmTopic(stack, config),
  };
  watch(stack, config, made.alarms, made.api, made.queues);
  const distribution = edge(stack, config, made, made.secrets.ORIGIN_SECRET);
  const publicUrl = `https://${config.domain?.name ?? distribution.distributionDomainName}`;
  new CfnOutput(stack, "PublicUrl", { value: publicUrl });
  new CfnOutput(stack, "DistributionDomain", { value: distribution.distributionDomainName });
  return { ...made, publicUrl };
}
