import { Duration, type Stack } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { Policy, PolicyStatement, Role } from "aws-cdk-lib/aws-iam";
import { type SecretName, secretSpec } from "../contract/secrets.ts";
import { ledgerEntities } from "../core/backfills/backfill.ts";
import { backfillRun, lease } from "../core/platform/entity.ts";
import { beginningOf } from "../core/platform/table/schema.ts";
import { accept, inStandards } from "./accept.ts";
import type { StageConfig } from "./config.ts";
import { noneOf, onlyOf } from "./leading-keys.ts";
import { takenBy } from "./operator.ts";
import type { Secrets } from "./secrets.ts";

const person = "USER#";

/** The partitions that are the ledger's alone. Wallets stand beside their owner's other items. */
const ledger = [...new Set(ledgerEntities.map(beginningOf))].filter((one) => one !== person);

/**
 * The role that runs backfills (`npm run backfill`), beside the operator's, which writes nothing and reads no secret:
 * it walks through the table, changes items, and reads the secrets that a backfill works with. It makes no item and
 * removes none but its own notes, and writes nothing where the ledger's journal, histories, holds, flags and system accounts
 * are; a wallet stands beside its owner's other items, and the audit holds it against the journal. Who may take it is
 * context (`backfillPrincipals`), with a second factor, for four hours: a run that takes longer is gone on with.
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
  const allow = (actions: string[], resources: string[], conditions = {}) =>
    new PolicyStatement({ actions, resources, conditions });
  const own = [table.tableArn];
  const [notes, leases] = [beginningOf(backfillRun), `${beginningOf(lease)}backfill-`];
  const needed = (Object.keys(secrets) as SecretName[]).filter((name) => secretSpec(name).backfill);
  const policy = new Policy(stack, "BackfillsPolicy", {
    statements: [
      allow(["cloudformation:DescribeStacks"], [stack.stackId]),
      allow(["dynamodb:Scan"], own),
      allow(["dynamodb:UpdateItem"], own, noneOf(ledger)),
      allow(["dynamodb:Query", "dynamodb:PutItem"], own, onlyOf([notes])),
      allow(["dynamodb:ConditionCheckItem", "dynamodb:DeleteItem"], own, onlyOf([leases])),
      allow(
        ["secretsmanager:DescribeSecret", "secretsmanager:GetSecretValue"],
        needed.map((name) => secrets[name].secretArn),
      ),
      // It has no resources to name; of each secret it gives only what GetSecretValue allows.
      allow(["secretsmanager:BatchGetSecretValue"], ["*"]),
    ],
  });
  role.attachInlinePolicy(policy);
  accept(
    policy,
    inStandards("IAMNoInlinePolicy"),
    "The policy is of this one role and goes with it: a managed policy could be given to others, who have not signed in with a second factor.",
  );
  accept(
    policy,
    "AwsSolutions-IAM5[Resource::*]",
    "Reading several secrets by one call has no resource to name; it gives those alone that the role may read one by one.",
  );
  return role;
}
