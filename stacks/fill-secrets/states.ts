import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { paginateListSecrets, type SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { type SecretName, secretId, secretSpec, secrets } from "../../contract/secrets.ts";
import { platformStack, TABLE_OUTPUT } from "../../contract/stage.ts";
import { backfillRun } from "../../core/platform/entity.ts";
import { outputOf, stackNamed } from "../preflight/aws.ts";

/** A secret's state in Secrets Manager. Values are never read. */
export interface SecretState {
  readonly hasValue: boolean;
  /** Whether a previous value exists, which is still valid. */
  readonly hasPrevious: boolean;
  readonly changedAt: Date | undefined;
  /** When its deletion was requested. Its name stays taken until it is deleted. */
  readonly deletedAt: Date | undefined;
}

/** Returns a stage's existing secrets, including those that wait for deletion. */
export async function listSecrets(
  client: SecretsManagerClient,
  stage: string,
): Promise<ReadonlyMap<SecretName, SecretState>> {
  const names = new Map((Object.keys(secrets) as SecretName[]).map((name) => [secretId(stage, name), name]));
  const found = new Map<SecretName, SecretState>();
  const request = {
    IncludePlannedDeletion: true,
    Filters: [{ Key: "name" as const, Values: [`svc/${stage}/`] }],
  };
  for await (const { SecretList: list = [] } of paginateListSecrets({ client }, request))
    for (const entry of list) {
      const name = names.get(entry.Name ?? "");
      if (name === undefined) continue;
      const stages = Object.values(entry.SecretVersionsToStages ?? {}).flat();
      found.set(name, {
        hasValue: stages.includes("AWSCURRENT"),
        hasPrevious: stages.includes("AWSPREVIOUS"),
        changedAt: entry.LastChangedDate,
        deletedAt: entry.DeletedDate,
      });
    }
  return found;
}

/** Returns whether a stage's settings require a secret. */
export const isAskedFor = (name: SecretName, setting: (name: string) => unknown): boolean => {
  const { onlyWith } = secretSpec(name);
  return onlyWith === undefined || (setting(onlyWith) ?? "") !== "";
};

/**
 * Checks in the stage's table whether a backfill's latest run has finished.
 * @param generation the required generation
 * @returns the missing step; undefined if the run has finished without failures
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
    return `whether ${name} has ended is unknown (${error instanceof Error ? error.message : error})`;
  }
  const run = item && backfillRun.parse(item);
  if (run?.generation !== generation) return `${name} has not run since the current value was set`;
  if (run.endedAt === undefined) return `${name} has not ended`;
  return run.failed > 0 ? `${name} has ended, and ${run.failed} items failed` : undefined;
}

async function tableOf(stage: string): Promise<string> {
  const client = new CloudFormationClient({});
  try {
    const found = outputOf(await stackNamed(client, platformStack(stage)), TABLE_OUTPUT);
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
