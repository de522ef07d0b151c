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

/** The region of CloudFront's firewalls and certificates. */
export const EAST = "us-east-1";

/** Clients for the account in the environment. */
export interface Aws {
  readonly region: string;
  readonly sts: STSClient;
  readonly cloudFormation: CloudFormationClient;
  /** In us-east-1, for the distribution's stacks. */
  readonly cloudFormationEast: CloudFormationClient;
  readonly quotas: ServiceQuotasClient;
  readonly iam: IAMClient;
  readonly secrets: SecretsManagerClient;
  readonly mail: SESv2Client;
  readonly sns: SNSClient;
  /** In us-east-1: CloudFront accepts only certificates from there. */
  readonly certificates: ACMClient;
}

/** Returns clients for the environment's account and region, as the AWS CLI finds them. @throws Error if no region is set */
export async function account(): Promise<Aws> {
  const cloudFormation = new CloudFormationClient({});
  return {
    region: await cloudFormation.config.region(),
    cloudFormation,
    cloudFormationEast: new CloudFormationClient({ region: EAST }),
    sts: new STSClient({}),
    quotas: new ServiceQuotasClient({}),
    // IAM has one endpoint for all regions of a partition.
    iam: new IAMClient({ region: EAST }),
    secrets: new SecretsManagerClient({}),
    mail: new SESv2Client({}),
    sns: new SNSClient({}),
    certificates: new ACMClient({ region: EAST }),
  };
}

export async function stackNamed(client: CloudFormationClient, name: string): Promise<Stack | undefined> {
  try {
    const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: name }));
    return stack;
  } catch (error) {
    // CloudFormation reports a missing stack as a ValidationError.
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}

/** Returns a stage's stacks in a region, by the last part of their names: `platform`, `edge`. */
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

/** Returns the stages with a platform stack in a region. */
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

/** Returns the physical ids of a stack's resources of a type. */
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
