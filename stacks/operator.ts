import { ArnFormat, Duration, type Stack } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { ArnPrincipal, CompositePrincipal, Policy, PolicyStatement, Role } from "aws-cdk-lib/aws-iam";
import type { IKey } from "aws-cdk-lib/aws-kms";
import { type QueueName, type QueueSpec, queues as specs } from "../contract/queues.ts";
import { SECRET } from "../core/platform/table/schema.ts";
import { accept, inStandards } from "./accept.ts";
import type { StageConfig } from "./config.ts";
import { noneOf } from "./leading-keys.ts";
import type { Queues } from "./queues.ts";
import { nagText } from "./socket-api.ts";
import { indexArns } from "./table.ts";

export interface OperatedOn {
  readonly table: ITableV2;
  readonly queues: Queues;
  readonly logKey: IKey | undefined;
}

/** Those who are named, and have signed in with a second factor. */
export const takenBy = (arns: readonly string[]): CompositePrincipal =>
  new CompositePrincipal(
    ...arns.map(
      (arn) =>
        new ArnPrincipal(arn).withConditions({
          Bool: { "aws:MultiFactorAuthPresent": "true" },
        }) as ArnPrincipal,
    ),
  );

/**
 * The role of whoever is called at night: gives dead letters back, audits the table, reads logs; and nothing else, no
 * secret and no write to the table. Secret items it reads by no key; but an audit walks through the whole table, and of a
 * walk IAM knows no keys. Who may take it is context (`operatorPrincipals`), and must have signed in with a
 * second factor. What it sends to a queue is what it took from the dead letters, but SQS cannot hold it to that: a
 * message is an order to carry out what the table says, so whoever may take the role is trusted so far.
 */
export function operator(
  stack: Stack,
  config: StageConfig,
  { table, queues, logKey }: OperatedOn,
): Role | undefined {
  if (config.operatorPrincipals.length === 0) return undefined;
  const role = new Role(stack, "Operator", {
    roleName: `svc-${config.stage}-operator`,
    description: `Gives dead letters of svc ${config.stage} back, audits its table, reads its logs`,
    assumedBy: takenBy(config.operatorPrincipals),
    // As long as a bad night's work takes, and no longer.
    maxSessionDuration: Duration.hours(2),
  });
  const allow = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources });
  const pairs = Object.entries(queues);
  // What nobody consumes waits for a person, as dead letters do.
  const unread = pairs.filter(([name]) => (specs[name as QueueName] as QueueSpec).unread);
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
      new PolicyStatement({
        actions: ["dynamodb:GetItem", "dynamodb:Query"],
        resources: [table.tableArn],
        conditions: noneOf([SECRET]),
      }),
      allow(["dynamodb:Scan"], [table.tableArn]),
      allow(["dynamodb:Query"], indexArns(table)),
      allow(["logs:FilterLogEvents", "logs:StartQuery"], logs),
      // Of a query that was started: it has no resource that could be named.
      allow(["logs:GetQueryResults"], ["*"]),
      ...(logKey ? [allow(["kms:Decrypt"], [logKey.keyArn])] : []),
    ],
  });
  role.attachInlinePolicy(policy);
  accept(
    policy,
    inStandards("IAMNoInlinePolicy"),
    "The policy is of this one role and goes with it: a managed policy could be given to others, who have not signed in with a second factor.",
  );
  for (const arn of logs)
    accept(
      policy,
      `AwsSolutions-IAM5[Resource::${nagText(policy, arn)}]`,
      "A log's streams are named as functions run: what is allowed are the logs of this one stage.",
    );
  accept(
    policy,
    "AwsSolutions-IAM5[Resource::*]",
    "A query of logs is named when it starts, and reads only what the permission to start it allowed.",
  );
  return role;
}

/** The logs of a stage: those of its functions, and the access logs. */
const logArns = (stack: Stack, { stage }: StageConfig): string[] =>
  [`/svc/${stage}/*`, `/aws/vendedlogs/svc-${stage}/*`].map((resourceName) =>
    stack.formatArn({
      service: "logs",
      resource: "log-group",
      resourceName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    }),
  );
