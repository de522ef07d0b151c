import { ACMClient } from "@aws-sdk/client-acm";
import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateDescribeStacks,
  paginateListStackResources,
  type Stack,
} from "@aws-sdk/client-cloudformation";
import { IAMClient } from "@aws-sdk/client-iam";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { ServiceQuotasClient } from "@aws-sdk/client-service-quotas";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { SNSClient } from "@aws-sdk/client-sns";
import { STSClient } from "@aws-sdk/client-sts";

/** Where CloudFront takes firewalls and certificates from, whatever the stage's own region. */
export const EAST = "us-east-1";

/** The account that the environment names, for those that read what is in it. */
export interface Aws {
  readonly region: string;
  readonly sts: STSClient;
  readonly cloudFormation: CloudFormationClient;
  /** Of us-east-1, where what belongs to the distribution is. */
  readonly cloudFormationEast: CloudFormationClient;
  readonly quotas: ServiceQuotasClient;
  readonly iam: IAMClient;
  readonly secrets: SecretsManagerClient;
  readonly mail: SESv2Client;
  readonly sns: SNSClient;
  /** Of us-east-1: CloudFront takes certificates from there alone. */
  readonly certificates: ACMClient;
}

/** The environment's account and region, as the AWS CLI finds them. @throws Error where no region is named */
export async function account(): Promise<Aws> {
  const cloudFormation = new CloudFormationClient({});
  return {
    region: await cloudFormation.config.region(),
    cloudFormation,
    cloudFormationEast: new CloudFormationClient({ region: EAST }),
    sts: new STSClient({}),
    quotas: new ServiceQuotasClient({}),
    // IAM has one place for all regions of a partition.
    iam: new IAMClient({ region: EAST }),
    secrets: new SecretsManagerClient({}),
    mail: new SESv2Client({}),
    sns: new SNSClient({}),
    certificates: new ACMClient({ region: EAST }),
  };
}

/** The stack of that name; undefined where there is none. */
export async function stackNamed(client: CloudFormationClient, name: string): Promise<Stack | undefined> {
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: name }));
    return stack;
  } catch (error) {
    // CloudFormation says that there is none by a ValidationError.
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}

/** The stacks of a stage that are in a region, by the last part of their names: `platform`, `edge`. */
export async function stacksOf(
  client: CloudFormationClient,
  stage: string,
): Promise<ReadonlyMap<string, Stack>> {
  const prefix = `svc-${stage}-`;
  const found = new Map<string, Stack>();
  for await (const { Stacks: stacks = [] } of paginateDescribeStacks({ client }, {}))
    for (const stack of stacks)
      if (stack.StackName?.startsWith(prefix) && stack.StackStatus !== "DELETE_COMPLETE")
        found.set(stack.StackName.slice(prefix.length), stack);
  return found;
}

/** The stages that have a platform in a region. */
export async function stagesIn(client: CloudFormationClient): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { Stacks: stacks = [] } of paginateDescribeStacks({ client }, {}))
    for (const { StackName: name = "", StackStatus: status } of stacks) {
      const stage = /^svc-(.+)-platform$/.exec(name)?.[1];
      if (stage !== undefined && status !== "DELETE_COMPLETE") found.push(stage);
    }
  return found;
}

export const outputOf = (stack: Stack | undefined, name: string): string | undefined =>
  stack?.Outputs?.find(({ OutputKey: key }) => key === name)?.OutputValue;

/** The physical ids of a stack's resources of a type. */
export async function resourcesOf(
  client: CloudFormationClient,
  stackName: string,
  type: string,
): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { StackResourceSummaries: resources = [] } of paginateListStackResources(
    { client },
    { StackName: stackName },
  ))
    for (const { ResourceType: is, PhysicalResourceId: id } of resources)
      if (is === type && id !== undefined) found.push(id);
  return found;
}
