import { Duration, Fn, RemovalPolicy, Stack } from "aws-cdk-lib";
import { BuildSpec, ComputeType, LinuxArmBuildImage, Project, Source } from "aws-cdk-lib/aws-codebuild";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { CodeBuildProject } from "aws-cdk-lib/aws-events-targets";
import { Policy, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { type IKey, Key } from "aws-cdk-lib/aws-kms";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import { Asset } from "aws-cdk-lib/aws-s3-assets";
import { TABLE_OUTPUT } from "../contract/stage.ts";
import { accept } from "./accept.ts";
import { alarm, metricsNamespace, ownMetric } from "./alarms.ts";
import { log } from "./logs.ts";
import type { Platform } from "./platform.ts";
import { nagText } from "./socket-api.ts";

/** When: the hour in which the fewest are at work in Europe. UTC. */
const NIGHTLY = "cron(0 2 * * ? *)";
/**
 * At most: the audit reads more than 10,000 items a second (14,000 measured on a busy laptop, where it explains
 * differences with a second pass), so that is 280 million items. CodeBuild allows up to 36 hours.
 */
const HOURS = 8;
/** An export is the whole table, with all that is personal in it: it stays as long as it may be looked into. */
const KEEP_DAYS = 2;
/** Nothing was told for so long: more than from one night to the next. */
const SILENT_HOURS = 30;

/**
 * The audit of every night, over an export: that shows one instant, and costs the table no reads. The job is a build
 * of CodeBuild, started by a schedule without anything in between. A Lambda ends after 15 minutes, which is 9 million
 * items, and the journal only grows; Step Functions could not split the work, since one book holds all accounts. What
 * bounds it are `HOURS`, and memory, of which the book takes as much as there are accounts (450 MB measured for 15,000 with
 * 300,000 differences, 3 GB are given); `ComputeType` has more beyond that.
 * @param code the folder of the job's bundle (`bundleAudit`)
 */
export function audit(stack: Stack, platform: Platform, code: string): void {
  const { config, table } = platform;
  const key = new Key(stack, "ExportKey", {
    description: `Encrypts exports of the table of svc ${config.stage}`,
    enableKeyRotation: true,
  });
  const exports = exportBucket(stack, key);
  const source = new Asset(stack, "Code", { path: code });
  const logGroup = log(stack, "Log", platform, {
    name: `/svc/${config.stage}/audit.nightly`,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const role = new Role(stack, "Role", { assumedBy: new ServicePrincipal("codebuild.amazonaws.com") });
  const project = new Project(stack, "Nightly", {
    projectName: `svc-${config.stage}-audit`,
    description: "Exports the table, audits the export, tells the number of differences",
    source: Source.s3({ bucket: source.bucket, path: source.s3ObjectKey }),
    // What the job may do is stated below, exactly.
    role: role.withoutPolicyUpdates(),
    grantReportGroupPermissions: false,
    encryptionKey: key,
    environment: {
      buildImage: LinuxArmBuildImage.AMAZON_LINUX_2023_STANDARD_4_0,
      computeType: ComputeType.SMALL,
    },
    environmentVariables: Object.fromEntries(
      Object.entries({
        TABLE_ARN: table.tableArn,
        EXPORT_BUCKET: exports.bucketName,
        EXPORT_KEY_ARN: key.keyArn,
        METRICS_NAMESPACE: metricsNamespace(config),
        // Of 4 GB; Node would take half of them.
        NODE_OPTIONS: "--max-old-space-size=3072",
      }).map(([name, value]) => [name, { value }]),
    ),
    buildSpec: BuildSpec.fromObject({
      version: "0.2",
      phases: {
        install: { "runtime-versions": { nodejs: 24 } },
        build: {
          commands: [
            `node -e 'import(process.cwd() + "/index.mjs").then((job) => job.handler()).then((found) => process.exit(found > 0 ? 1 : 0))'`,
          ],
        },
      },
    }),
    timeout: Duration.hours(HOURS),
    // It was started by the clock: what waits longer is the next night's.
    queuedTimeout: Duration.hours(HOURS),
    concurrentBuildLimit: 1,
    logging: { cloudWatch: { logGroup } },
  });
  const files = `arn:${stack.partition}:s3:::${exports.bucketName}/AWSDynamoDB/*`;
  const ofExports = exportArns(stack, table);
  const policy = new Policy(stack, "Policy", {
    statements: [
      new PolicyStatement({ actions: ["dynamodb:ExportTableToPointInTime"], resources: [table.tableArn] }),
      new PolicyStatement({
        actions: ["dynamodb:DescribeExport"],
        resources: [ofExports],
      }),
      new PolicyStatement({
        actions: ["s3:PutObject", "s3:AbortMultipartUpload", "s3:GetObject"],
        resources: [files],
      }),
      new PolicyStatement({ actions: ["kms:GenerateDataKey", "kms:Decrypt"], resources: [key.keyArn] }),
      new PolicyStatement({
        actions: ["s3:GetObject", "s3:GetObjectVersion"],
        resources: [source.bucket.arnForObjects(source.s3ObjectKey)],
      }),
      new PolicyStatement({
        actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
        resources: [logGroup.logGroupArn],
      }),
      new PolicyStatement({
        actions: ["cloudwatch:PutMetricData"],
        resources: ["*"],
        conditions: { StringEquals: { "cloudwatch:namespace": metricsNamespace(config) } },
      }),
    ],
  });
  role.attachInlinePolicy(policy);
  project.node.addDependency(policy);
  new Rule(stack, "Schedule", {
    schedule: Schedule.expression(NIGHTLY),
    targets: [new CodeBuildProject(project)],
  });
  watch(stack, platform);
  acceptFindings(stack, policy, [ofExports, files]);
}

/**
 * The exports of the table. Its name is read from the output by its name, so that the text of the finding about the
 * wildcard is known before the stacks are put together.
 */
function exportArns(stack: Stack, table: ITableV2): string {
  const tableName = Fn.getStackOutput(Stack.of(table).stackName, TABLE_OUTPUT);
  return `arn:${stack.partition}:dynamodb:${stack.region}:${stack.account}:table/${tableName}/export/*`;
}

function exportBucket(stack: Stack, key: IKey): Bucket {
  const made = new Bucket(stack, "Exports", {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    encryption: BucketEncryption.KMS,
    encryptionKey: key,
    bucketKeyEnabled: true,
    // Each is made anew every night.
    removalPolicy: RemovalPolicy.RETAIN,
    lifecycleRules: [
      { expiration: Duration.days(KEEP_DAYS), abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
  });
  accept(
    made,
    "AwsSolutions-S1",
    "One role reads and writes it, once a night, and CloudTrail has the export: a log of each access would be a second bucket about that.",
  );
  return made;
}

/** Goes off where no audit has told anything, be it that it failed or was never begun. */
function watch(stack: Stack, platform: Platform): void {
  const period = Duration.hours(6);
  alarm(stack, "audit.silent", platform, {
    section: "the-ledger-is-not-audited",
    description: `No audit of the ledger has ended for ${SILENT_HOURS} hours: the log /svc/${platform.config.stage}/audit.nightly says why.`,
    metric: ownMetric(platform.config, "auditDifferences", { statistic: "SampleCount", period }),
    threshold: 1,
    below: true,
    periods: SILENT_HOURS / period.toHours(),
    missingIsBad: true,
  });
}

function acceptFindings(stack: Stack, policy: Policy, arns: readonly string[]): void {
  for (const arn of arns)
    accept(
      policy,
      `AwsSolutions-IAM5[Resource::${nagText(stack, arn)}]`,
      "An export is named by AWS when it begins: what is allowed are those of this one table, in this one bucket.",
    );
  accept(
    policy,
    "AwsSolutions-IAM5[Resource::*]",
    "CloudWatch's figures have no resource to name: the condition allows those of this stage's namespace alone.",
  );
}
