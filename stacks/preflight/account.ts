import type { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { GetAccountSummaryCommand } from "@aws-sdk/client-iam";
import { GetServiceQuotaCommand } from "@aws-sdk/client-service-quotas";
import { GetCallerIdentityCommand } from "@aws-sdk/client-sts";
import { apis, checkConcurrency } from "../limits.ts";
import { allUnits } from "../svc.ts";
import { type Aws, EAST, outputOf, stackNamed, stagesIn } from "./aws.ts";
import { type Finding, missing, ok, runChecks, type Stage, todo } from "./finding.ts";

/** Checks the account: credentials, bootstrap, leftovers of failed deployments, and quotas. */

/** The version that the CDK's templates require. `preflight.test.ts` compares it with a synthesized template. */
export const BOOTSTRAP_VERSION = 6;

/** The states in which CloudFormation cannot create or update a stack. */
const STUCK = /^(ROLLBACK_COMPLETE|ROLLBACK_FAILED|CREATE_FAILED|DELETE_FAILED|UPDATE_ROLLBACK_FAILED)$/;

export async function identity({ sts, region }: Aws): Promise<Finding> {
  const { Account: id, Arn: arn } = await sts.send(new GetCallerIdentityCommand({}));
  return ok("account", `${id}, region ${region}, as ${arn}`);
}

/** Returns the regions of the stage's stacks: its own, and us-east-1 for the firewall and the distribution's alarms. */
function regionsOf({ region, cloudFormation, cloudFormationEast }: Aws, { config }: Stage) {
  const here = { region, client: cloudFormation };
  const hasFirewall = config.firewall.kind !== "none" && config.firewall.kind !== "named";
  if (region === EAST || !(hasFirewall || config.region !== undefined)) return [here];
  return [here, { region: EAST, client: cloudFormationEast }];
}

async function bootstrapIn(
  { sts }: Aws,
  { region, client }: { readonly region: string; readonly client: CloudFormationClient },
): Promise<Finding> {
  const id = `bootstrap of ${region}`;
  const stack = await stackNamed(client, "CDKToolkit");
  const version = Number(outputOf(stack, "BootstrapVersion") ?? 0);
  if (version >= BOOTSTRAP_VERSION) return ok(id, `version ${version}`);
  const { Account: account } = await sts.send(new GetCallerIdentityCommand({}));
  return missing(
    id,
    stack
      ? `version ${version} is older than ${BOOTSTRAP_VERSION}`
      : "the CDK has not been bootstrapped there",
    `npx cdk bootstrap aws://${account}/${region}`,
  );
}

/**
 * Checks that production has an account of its own. The bootstrap's deployment role is not restricted to stack names, so
 * anyone who may deploy one stage may deploy every stack of the account. Source: AWS CDK Developer Guide, Bootstrapping.
 */
export async function otherStages({ cloudFormation }: Aws, { stage }: Stage): Promise<Finding> {
  const id = "account of its own";
  if (stage !== "prod") return ok(id, "required for production only");
  const others = (await stagesIn(cloudFormation)).filter((one) => one !== stage);
  return others.length === 0
    ? ok(id, "no other stage is in it")
    : todo(
        id,
        `${others.join(", ")} ${others.length === 1 ? "is" : "are"} in it too, and permission to deploy one stage covers all of them`,
        "an account for production only (docs/OPERATIONS.md, Releases and rollback)",
      );
}

/** Finds stacks whose state prevents a deployment. */
export function stacks({ stage, deployed }: Stage): Finding {
  const all = [...deployed.values()];
  const named = (pattern: RegExp) =>
    all.flatMap(({ StackName: name, StackStatus: status = "" }) =>
      pattern.test(status) ? [`${name} (${status})`] : [],
    );
  const stuck = named(STUCK);
  if (stuck.length > 0)
    return missing(
      "stacks",
      `${stuck.join(", ")} cannot be deployed in this state`,
      `aws cloudformation describe-stack-events shows the reason; then delete-stack, or continue-update-rollback (docs/OPERATIONS.md, Releases and rollback)`,
    );
  const busy = named(/_IN_PROGRESS$/);
  if (busy.length > 0)
    return missing("stacks", `${busy.join(", ")} is being changed`, "wait for the change to end");
  return ok("stacks", all.length === 0 ? `none yet of ${stage}` : `${all.length} of ${stage}, none stuck`);
}

async function quota({ quotas }: Aws, ServiceCode: string, QuotaCode: string): Promise<number> {
  const { Quota: found } = await quotas.send(new GetServiceQuotaCommand({ ServiceCode, QuotaCode }));
  if (found?.Value === undefined) throw new Error(`Service Quotas has no value of ${QuotaCode}`);
  return found.Value;
}

const raise = (service: string, code: string, value: number): string =>
  `aws service-quotas request-service-quota-increase --service-code ${service} --quota-code ${code} --desired-value ${value}`;

/** The quota of an established account. With less, production would soon be throttled. */
const USUAL_CONCURRENCY = 1000;

/** Checks that the quota of concurrent executions leaves enough besides the reservations. */
export async function concurrency(aws: Aws, { config }: Stage): Promise<Finding> {
  const id = "quota of Lambda executions";
  const account = await quota(aws, "lambda", "L-B99A9384");
  try {
    checkConcurrency(allUnits(), { ...config.concurrency, account });
  } catch (error) {
    return missing(id, (error as Error).message, raise("lambda", "L-B99A9384", USUAL_CONCURRENCY));
  }
  if (config.stage === "prod" && account < USUAL_CONCURRENCY)
    return todo(
      id,
      `${account} concurrent executions carry little load`,
      raise("lambda", "L-B99A9384", USUAL_CONCURRENCY),
    );
  return ok(id, `${account} concurrent executions`);
}

/**
 * Checks the quota that all APIs of the account share, including WebSocket APIs. In some regions it is 2,500 initially.
 * Source: Amazon API Gateway Developer Guide, quotas.
 */
export async function requests(aws: Aws, { config }: Stage): Promise<Finding> {
  const id = "quota of API Gateway requests";
  const needed = config.throttle.rateLimit * (apis.length + 1);
  const has = await quota(aws, "apigateway", "L-8A5B8E43");
  return has >= needed
    ? ok(id, `${has} a second, the stage's APIs accept up to ${needed}`)
    : todo(
        id,
        `${has} a second, but the stage's APIs accept ${needed}: API Gateway would reject some below their own throttle`,
        raise("apigateway", "L-8A5B8E43", needed),
      );
}

/** The default write quota of an on-demand table. A new table starts at a tenth and doubles. */
const USUAL_WRITES = 40_000;

export async function writes(aws: Aws): Promise<Finding> {
  const id = "quota of DynamoDB writes";
  const has = await quota(aws, "dynamodb", "L-AB614373");
  return has >= USUAL_WRITES
    ? ok(id, `${has} units a second and table`)
    : todo(id, `${has} units a second and table`, raise("dynamodb", "L-AB614373", USUAL_WRITES));
}

/** Checks the quota of IAM roles. Each function has one, and an account's default is 1,000: enough for two stages. */
export async function roles({ iam }: Aws, { deployed }: Stage): Promise<Finding> {
  const id = "quota of IAM roles";
  const { SummaryMap: { Roles: taken = 0, RolesQuota: all = 0 } = {} } = await iam.send(
    new GetAccountSummaryCommand({}),
  );
  const needed = allUnits().length + OTHER_ROLES;
  if (deployed.size > 0 || all - taken >= needed) return ok(id, `${taken} of ${all} are in use`);
  return missing(
    id,
    `${all - taken} of ${all} are free, and the stage needs about ${needed}: one for each function`,
    `${raise("iam", "L-FE177D64", 2 * all)} --region us-east-1`,
  );
}

/** The roles of CodeDeploy, of API Gateway's log and other roles that belong to no function. */
const OTHER_ROLES = 50;

export const ofAccount = (aws: Aws, stage: Stage): Promise<readonly Finding[]> =>
  runChecks({
    bootstrap: () => Promise.all(regionsOf(aws, stage).map((where) => bootstrapIn(aws, where))),
    stacks: async () => stacks(stage),
    "account of its own": () => otherStages(aws, stage),
    "quota of Lambda executions": () => concurrency(aws, stage),
    "quota of IAM roles": () => roles(aws, stage),
    "quota of API Gateway requests": () => requests(aws, stage),
    "quota of DynamoDB writes": () => writes(aws),
  });
