import { readFileSync } from "node:fs";
import type { DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import type { SQSClientConfig } from "@aws-sdk/client-sqs";
import { deadLettersOf } from "@svc/local-aws/sqs/queues";
import { exitWithUsage, NoTarget, type Usage } from "../../contract/bin/command.ts";
import type { QueueName } from "../../contract/queues.ts";
import { deadLettersOutput, platformStack, queueOutput, TABLE_OUTPUT } from "../../contract/stage.ts";
import { env } from "../../core/kernel/env.ts";
import { clientConfig } from "../database.ts";

/**
 * The target of an operator's tool: with `--stage prod` that stage in the AWS account of the operator's credentials, found by its
 * stack's outputs; otherwise the local platform.
 */

export const stageOption = { stage: { type: "string" } } as const;

export interface Target {
  /** For display: `stage prod, account 123456789012, eu-west-3`. */
  readonly title: string;
  /** Undefined for the local platform. */
  readonly stage: string | undefined;
  readonly tableName: string;
  readonly dynamodb: DynamoDBClientConfig;
  readonly sqs: SQSClientConfig;
  queue(name: QueueName): { readonly url: string; readonly deadLetters: string };
}

export { NoTarget };

/** @throws NoTarget */
export const targetOf = ({ stage }: { readonly stage?: string | undefined }): Promise<Target> =>
  stage === undefined ? Promise.resolve(localTarget()) : stageTarget(stage);

const credentials = { accessKeyId: "local", secretAccessKey: "local" };

function localTarget(): Target {
  const path = `${env("LOCAL_DATA", ".local")}/runtime.json`;
  let runtime: Readonly<Record<string, unknown>>;
  try {
    runtime = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw new NoTarget(`No local platform is running: ${path} does not exist. --stage names one in AWS.`);
  }
  const [endpoint, dynamodb] = [runtime["sqsEndpoint"], runtime["dynamodbEndpoint"]].map(String);
  const url = (queue: string) => `${endpoint}/000000000000/${queue}`;
  return {
    title: "the local platform",
    stage: undefined,
    tableName: String(runtime["tableName"]),
    dynamodb: clientConfig(dynamodb ?? ""),
    sqs: { ...(endpoint !== undefined && { endpoint }), region: "local", credentials },
    queue: (name) => ({ url: url(name), deadLetters: url(deadLettersOf(name)) }),
  };
}

/** The outputs of a stage's stack. */
export interface StageOutputs {
  readonly account: string;
  readonly region: string;
  /** @throws NoTarget if the stack was deployed by an older version without this output */
  output(name: string): string;
}

/** @throws NoTarget */
export async function outputsOf(stage: string): Promise<StageOutputs> {
  const stackName = platformStack(stage);
  // Loaded only for work in AWS, so that local commands start faster.
  const { CloudFormationClient, DescribeStacksCommand } = await import("@aws-sdk/client-cloudformation");
  const client = new CloudFormationClient({});
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
    const [, , , region = "", account = ""] = stack?.StackId?.split(":") ?? [];
    const outputs = new Map(stack?.Outputs?.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
    return {
      account,
      region,
      output(name) {
        const value = outputs.get(name);
        if (value !== undefined) return value;
        throw new NoTarget(`${stackName} has no output ${name}: deploy the stage with this version first.`);
      },
    };
  } catch (error) {
    throw new NoTarget(`Stage ${stage} is not found: ${reasonOf(error)}`, { cause: error });
  } finally {
    client.destroy();
  }
}

function reasonOf(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name === "ValidationError") return `${message}. Is it another account or region (AWS_REGION)?`;
  if (/credential|token/i.test(name))
    return `${message} (assume the operator's role first: docs/OPERATIONS.md, "Tools")`;
  return `${name}: ${message}`;
}

async function stageTarget(stage: string): Promise<Target> {
  const { account, region, output } = await outputsOf(stage);
  return {
    title: `stage ${stage}, account ${account}, ${region}`,
    stage,
    tableName: output(TABLE_OUTPUT),
    dynamodb: {},
    sqs: {},
    queue: (name) => ({ url: output(queueOutput(name)), deadLetters: output(deadLettersOutput(name)) }),
  };
}

/** Helpers for the commands of operators. */

export { argumentsOf, countOf, exitWithUsage, say, type Usage, write } from "../../contract/bin/command.ts";

/** Opens the target. Exits with 2 if it does not exist. */
export async function open(values: { readonly stage?: string | undefined }, usage: Usage): Promise<Target> {
  try {
    return await targetOf(values);
  } catch (error) {
    if (!(error instanceof NoTarget)) throw error;
    return exitWithUsage(error.message, usage);
  }
}
