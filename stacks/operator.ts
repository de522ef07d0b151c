import { ArnFormat, Duration, type Stack } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { ArnPrincipal, CompositePrincipal, Policy, Role } from "aws-cdk-lib/aws-iam";
import type { IKey } from "aws-cdk-lib/aws-kms";
import { type QueueName, type QueueSpec, queues as specs } from "../contract/queues.ts";
import { type SecretName, secretSpec } from "../contract/secrets.ts";
import { guardedItems } from "../contract/table-access.ts";
import { ledgerEntities } from "../core/backfills/backfill.ts";
import { backfillRun, lease } from "../core/platform/entity.ts";
import { APPEND_ONLY, beginningOf, SECRET } from "../core/platform/table/schema.ts";
import { accept, inStandards, nagText } from "./accept.ts";
import type { StageConfig } from "./config.ts";
import type { Queues } from "./queues.ts";
import type { Secrets } from "./secrets.ts";
import { allow } from "./statement.ts";
import { indexArns, noneOf, onlyOf } from "./table.ts";

export interface OperatedOn {
  readonly table: ITableV2;
  readonly queues: Queues;
  readonly logKey: IKey | undefined;
}

/** Returns the named principals, on the condition that they signed in with a second factor. */
const takenBy = (arns: readonly string[]): CompositePrincipal =>
  new CompositePrincipal(
    ...arns.map(
      (arn) =>
        new ArnPrincipal(arn).withConditions({
          Bool: { "aws:MultiFactorAuthPresent": "true" },
        }) as ArnPrincipal,
    ),
  );

/**
 * Creates the role of the operator on call, who redrives dead letters, audits the table and reads logs. The role cannot write
 * to the table. It cannot read secret items by key, but it can scan the whole table, secret items included: the audit needs
 * the scan, and IAM cannot restrict a scan by key. It can send any message to a queue, because SQS cannot restrict it to
 * former dead letters; a message only triggers work that the table already describes. `operatorPrincipals` names who may
 * assume the role, with a second factor.
 */
export function operator(
  stack: Stack,
  config: StageConfig,
  { table, queues, logKey }: OperatedOn,
): Role | undefined {
  if (config.operatorPrincipals.length === 0) return undefined;
  const role = new Role(stack, "Operator", {
    roleName: `svc-${config.stage}-operator`,
    description: `Redrives dead letters of svc ${config.stage}, audits its table, reads its logs`,
    assumedBy: takenBy(config.operatorPrincipals),
    maxSessionDuration: Duration.hours(2),
  });
  const pairs = Object.entries(queues);
  // Queues without a consumer wait for an operator, as dead letters do.
  const unread = pairs.filter(([name]) => (specs[name as QueueName] as QueueSpec).withoutConsumer);
  const read = [
    ...pairs.map(([, { dead }]) => dead.queueArn),
    ...unread.map(([, { queue }]) => queue.queueArn),
  ];
  const logs = logArns(stack, config);
  const policy = new Policy(stack, "OperatorPolicy", {
    statements: [
      allow(["cloudformation:DescribeStacks"], [stack.stackId]),
      allow(["sqs:ReceiveMessage", "sqs:ChangeMessageVisibility", "sqs:DeleteMessage"], read),
      allow(
        ["sqs:SendMessage"],
        pairs.map(([, { queue }]) => queue.queueArn),
      ),
      allow(
        ["sqs:GetQueueAttributes"],
        pairs.flatMap(([, { queue, dead }]) => [queue.queueArn, dead.queueArn]),
      ),
      allow(["dynamodb:GetItem", "dynamodb:Query"], [table.tableArn], noneOf([SECRET])),
      allow(["dynamodb:Scan"], [table.tableArn]),
      allow(["dynamodb:Query"], indexArns(table)),
      allow(["logs:FilterLogEvents", "logs:StartQuery"], logs),
      // A query has no resource name.
      allow(["logs:GetQueryResults"], ["*"]),
      ...(logKey ? [allow(["kms:Decrypt"], [logKey.keyArn])] : []),
    ],
  });
  role.attachInlinePolicy(policy);
  accept(
    policy,
    inStandards("IAMNoInlinePolicy"),
    "The policy belongs to this one role and is deleted with it: a managed policy could be attached to roles that need no second factor.",
  );
  for (const arn of logs)
    accept(
      policy,
      `AwsSolutions-IAM5[Resource::${nagText(policy, arn)}]`,
      "A log's streams are named when functions run: allowed are the logs of this one stage.",
    );
  accept(
    policy,
    "AwsSolutions-IAM5[Resource::*]",
    "A log query is named when it starts, and reads only logs that the permission to start it allowed.",
  );
  return role;
}

/** Returns the ARNs of a stage's logs: functions, and access logs. */
const logArns = (stack: Stack, { stage }: StageConfig): string[] =>
  [`/svc/${stage}/*`, `/aws/vendedlogs/svc-${stage}/*`].map((resourceName) =>
    stack.formatArn({
      service: "logs",
      resource: "log-group",
      resourceName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    }),
  );

const userPartition = "USER#";

/** The partitions of the ledger. Wallets are in their owner's partition, beside other items. */
const ledger = ledgerEntities.map(beginningOf).filter((one) => one !== userPartition);

const closedToBackfills = [...new Set([...ledger, ...APPEND_ONLY, ...guardedItems])];

/**
 * Creates the role of backfills (`npm run backfill`): scans the table, changes items, and reads the secrets that backfills
 * need. It creates and deletes only its own run records and leases. It cannot write to the ledger's partitions, the
 * audit trail, passkeys or sessions' secrets; wallets are in their owner's partition, and the audit compares them with the journal. `backfillPrincipals` names who may assume
 * it, with a second factor, for four hours: a longer run is resumed.
 */
export function backfills(
  stack: Stack,
  config: StageConfig,
  { table, secrets }: { readonly table: ITableV2; readonly secrets: Secrets },
): Role | undefined {
  if (config.backfillPrincipals.length === 0) return undefined;
  const role = new Role(stack, "Backfills", {
    roleName: `svc-${config.stage}-backfills`,
    description: `Changes items of the table of svc ${config.stage} by npm run backfill`,
    assumedBy: takenBy(config.backfillPrincipals),
    maxSessionDuration: Duration.hours(4),
  });
  const own = [table.tableArn];
  const [runs, leases] = [beginningOf(backfillRun), `${beginningOf(lease)}backfill-`];
  const needed = (Object.keys(secrets) as SecretName[]).filter((name) => secretSpec(name).backfill);
  const policy = new Policy(stack, "BackfillsPolicy", {
    statements: [
      allow(["cloudformation:DescribeStacks"], [stack.stackId]),
      allow(["dynamodb:Scan"], own),
      allow(["dynamodb:UpdateItem"], own, noneOf(closedToBackfills)),
      allow(["dynamodb:Query", "dynamodb:PutItem"], own, onlyOf([runs])),
      allow(["dynamodb:ConditionCheckItem", "dynamodb:DeleteItem"], own, onlyOf([leases])),
      allow(
        ["secretsmanager:DescribeSecret", "secretsmanager:GetSecretValue"],
        needed.map((name) => secrets[name].secretArn),
      ),
      // It has no resource; it returns only secrets that GetSecretValue allows.
      allow(["secretsmanager:BatchGetSecretValue"], ["*"]),
    ],
  });
  role.attachInlinePolicy(policy);
  accept(
    policy,
    inStandards("IAMNoInlinePolicy"),
    "The policy belongs to this one role and is deleted with it: a managed policy could be attached to roles that need no second factor.",
  );
  accept(
    policy,
    "AwsSolutions-IAM5[Resource::*]",
    "Reading several secrets in one call has no resource ARN; it returns only secrets that the role may read one by one.",
  );
  return role;
}
