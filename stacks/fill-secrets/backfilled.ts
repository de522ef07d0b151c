import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { platformStack, TABLE_OUTPUT } from "../../contract/outputs.ts";
import { backfillRun } from "../../core/platform/entity.ts";

/** Whether a backfill has ended, by what its latest run has noted in the stage's table. */

/**
 * @param generation the one that it is to have ended in
 * @returns what is missing; undefined where it has been through all, and nothing failed
 */
export async function missingOf(
  stage: string,
  name: string,
  generation: string,
): Promise<string | undefined> {
  let item: Record<string, unknown> | undefined;
  try {
    item = await runOf(await tableOf(stage), name);
  } catch (error) {
    return `whether ${name} has ended cannot be seen (${error instanceof Error ? error.message : error})`;
  }
  const run = item && backfillRun.parse(item);
  if (run?.generation !== generation) return `${name} was not run since the current value was put`;
  if (run.endedAt === undefined) return `${name} has not ended`;
  return run.failed > 0 ? `${name} has ended, and ${run.failed} items failed` : undefined;
}

async function tableOf(stage: string): Promise<string> {
  const client = new CloudFormationClient({});
  try {
    const { Stacks: [stack] = [] } = await client.send(
      new DescribeStacksCommand({ StackName: platformStack(stage) }),
    );
    const found = stack?.Outputs?.find(({ OutputKey }) => OutputKey === TABLE_OUTPUT)?.OutputValue;
    if (found === undefined) throw new Error(`${platformStack(stage)} has no output ${TABLE_OUTPUT}`);
    return found;
  } finally {
    client.destroy();
  }
}

async function runOf(TableName: string, name: string): Promise<Record<string, unknown> | undefined> {
  const client = new DynamoDBClient({});
  const { pk, sk } = backfillRun.key({ name });
  try {
    const { Item } = await client.send(
      new GetItemCommand({ TableName, Key: marshall({ pk, sk }), ConsistentRead: true }),
    );
    return Item && unmarshall(Item, { wrapNumbers: BigInt });
  } finally {
    client.destroy();
  }
}
