import { CfnOutput, RemovalPolicy } from "aws-cdk-lib";
import { AttributeType, Billing, StreamViewType, TableEncryptionV2, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import { indexes } from "../core/platform/table/entity.ts";

/**
 * The single table. Its key is AWS managed (`alias/aws/dynamodb`): every use is in CloudTrail, and no
 * function needs a grant on a key beside its grant on the table. A customer key would add the power to
 * revoke, for a permission in each role.
 */
export function table(scope: Construct): TableV2 {
  const text = (name: string) => ({ name, type: AttributeType.STRING });
  const made = new TableV2(scope, "Table", {
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
    globalSecondaryIndexes: Object.entries(indexes).map(([indexName, { pk, sk }]) => ({
      indexName,
      partitionKey: text(pk),
      sortKey: text(sk),
    })),
  });
  new CfnOutput(scope, "TableName", { value: made.tableName });
  return made;
}

/** The indexes' ARNs, one by one: `index/*` would reach an index that is added tomorrow for somebody else. */
export const indexArns = (one: TableV2): string[] =>
  Object.keys(indexes).map((name) => `${one.tableArn}/index/${name}`);
