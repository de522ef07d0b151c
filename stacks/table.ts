import { CfnOutput, RemovalPolicy } from "aws-cdk-lib";
import {
  AttributeType,
  Billing,
  type ITableV2,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import { OWN_TABLE_OUTPUT, TABLE_OUTPUT } from "../contract/stage.ts";
import { indexes } from "../core/platform/table/entity.ts";
import type { StageConfig } from "./config.ts";

/**
 * Conditions on the partition keys of a call's items (`dynamodb:LeadingKeys`): all keys of a batch, each item of a
 * transaction. `ForAllValues` also holds for calls without keys, that is scans, which are a separate action.
 * Sources: Amazon DynamoDB Developer Guide, Using IAM policy conditions for fine-grained access control; AWS IAM User
 * Guide, Multivalued context keys, and Conditions with multiple context keys or values (an operator that negates holds
 * where no value matches).
 */
const LEADING_KEYS = "dynamodb:LeadingKeys";

type Conditions = Record<string, Record<string, string | string[]>>;

const startingWith = (prefixes: readonly string[]) => ({
  [LEADING_KEYS]: prefixes.map((one) => `${one}*`),
});

/** Returns the condition that no item is of a closed kind. */
export const noneOf = (closed: readonly string[]): Conditions =>
  closed.length === 0 ? {} : { "ForAllValues:StringNotLike": startingWith(closed) };

/** Returns the condition that there are items and each is of one of these kinds. */
export const onlyOf = (kinds: readonly string[]): Conditions => ({
  "ForAllValues:StringLike": startingWith(kinds),
  Null: { [LEADING_KEYS]: "false" },
});

/** Returns the condition that an item is of one of these kinds. */
export const anyOf = (kinds: readonly string[]): Conditions => ({
  "ForAnyValue:StringLike": startingWith(kinds),
});

/**
 * Returns the platform's table: the stack's own, or after a restore the one in `tableName`. The stack keeps its own table
 * beside a restored one, so that no deployment deletes or replaces it; `ownTable=false` releases it, so that the restored
 * table can be imported in its place (docs/OPERATIONS.md, "Restore").
 */
export function table(scope: Construct, { restored, ownTable }: StageConfig): ITableV2 {
  const own = ownTable ? createTable(scope) : undefined;
  const used = restored ? imported(scope, restored) : (own as ITableV2 | undefined);
  if (!used) throw new Error("ownTable=false leaves no table: name the table to use with -c tableName=…");
  new CfnOutput(scope, TABLE_OUTPUT, { value: used.tableName });
  if (own && restored) new CfnOutput(scope, OWN_TABLE_OUTPUT, { value: own.tableName });
  return used;
}

/** References a restored table. The operator who restored it enables its protection and backups. */
const imported = (
  scope: Construct,
  { tableName, tableStreamArn }: NonNullable<StageConfig["restored"]>,
): ITableV2 => TableV2.fromTableAttributes(scope, "RestoredTable", { tableName, tableStreamArn });

/**
 * Creates the single table. Its key is AWS managed (`alias/aws/dynamodb`): CloudTrail logs every use, and functions need
 * no grant on a key. A customer key could be revoked, but needs a permission in each role.
 */
function createTable(scope: Construct): TableV2 {
  const text = (name: string) => ({ name, type: AttributeType.STRING });
  return new TableV2(scope, "Table", {
    partitionKey: text("pk"),
    sortKey: text("sk"),
    billing: Billing.onDemand(),
    timeToLiveAttribute: "ttl",
    // Only the keys of changed items: consumers read the contents from the table.
    dynamoStream: StreamViewType.KEYS_ONLY,
    encryption: TableEncryptionV2.awsManagedKey(),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
    globalSecondaryIndexes: Object.entries(indexes).map(([indexName, { pk, sk, projection }]) => ({
      indexName,
      projectionType: ProjectionType[projection],
      partitionKey: text(pk),
      sortKey: text(sk),
    })),
  });
}

/** Returns the ARN of each index. `index/*` would include indexes that are added later for other users. */
export const indexArns = (one: ITableV2): string[] =>
  Object.keys(indexes).map((name) => `${one.tableArn}/index/${name}`);
