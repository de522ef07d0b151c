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
import { OWN_TABLE_OUTPUT, TABLE_OUTPUT } from "../contract/outputs.ts";
import { indexes } from "../core/platform/table/entity.ts";
import type { StageConfig } from "./config.ts";

/**
 * The table that the platform works on: the stack's own, or after a restore the one that `tableName` names. Beside
 * that one the stack keeps its own as it is, protected and restorable, so no deployment of a restore deletes or
 * replaces anything; `ownTable=false` lets go of it, so that the restored one can be imported in its place
 * (docs/OPERATIONS.md, "Restore").
 */
export function table(scope: Construct, { restored, ownTable }: StageConfig): ITableV2 {
  const own = ownTable ? made(scope) : undefined;
  const used = restored ? imported(scope, restored) : (own as ITableV2 | undefined);
  if (!used) throw new Error("ownTable=false leaves no table: name the one to work on with -c tableName=…");
  new CfnOutput(scope, TABLE_OUTPUT, { value: used.tableName });
  if (own && restored) new CfnOutput(scope, OWN_TABLE_OUTPUT, { value: own.tableName });
  return used;
}

/** What a restore has made. Whether it is protected and can be restored itself is for who made it to see to. */
const imported = (
  scope: Construct,
  { tableName, tableStreamArn }: NonNullable<StageConfig["restored"]>,
): ITableV2 => TableV2.fromTableAttributes(scope, "RestoredTable", { tableName, tableStreamArn });

/**
 * The single table. Its key is AWS managed (`alias/aws/dynamodb`): every use is in CloudTrail, and no
 * function needs a grant on a key beside its grant on the table. A customer key would add the power to
 * revoke, for a permission in each role.
 */
function made(scope: Construct): TableV2 {
  const text = (name: string) => ({ name, type: AttributeType.STRING });
  return new TableV2(scope, "Table", {
    partitionKey: text("pk"),
    sortKey: text("sk"),
    billing: Billing.onDemand(),
    timeToLiveAttribute: "ttl",
    // Which items changed: what they hold is read where it is needed, and stands nowhere a second time.
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

/** The indexes' ARNs, one by one: `index/*` would reach an index that is added tomorrow for somebody else. */
export const indexArns = (one: ITableV2): string[] =>
  Object.keys(indexes).map((name) => `${one.tableArn}/index/${name}`);
