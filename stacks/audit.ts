import { Duration, Fn, RemovalPolicy, Stack } from "aws-cdk-lib";
import { BuildSpec, ComputeType, LinuxArmBuildImage, Project, Source } from "aws-cdk-lib/aws-codebuild";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { CodeBuildProject } from "aws-cdk-lib/aws-events-targets";
import { Policy, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { type IKey, Key } from "aws-cdk-lib/aws-kms";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import { Asset } from "aws-cdk-lib/aws-s3-assets";
import { TABLE_OUTPUT } from "../contract/stage.ts";
import { accept, nagText } from "./accept.ts";
import { alarm, metricsNamespace, ownMetric } from "./alarms.ts";
import { log } from "./logs.ts";
import type { Platform } from "./platform.ts";
import { allow } from "./statement.ts";

/** UTC. The hour with the least traffic in Europe. */
const NIGHTLY = "cron(0 2 * * ? *)";
/**
 * The timeout. The audit reads more than 10,000 items a second (measured: 14,000, including the second pass that explains
 * differences), which is 280 million items. CodeBuild allows up to 36 hours.
 */
const HOURS = 8;
/** An export contains the whole table, including personal data, so it is deleted soon. */
const RETENTION_DAYS = 2;
/** The alarm fires if no audit has ended for this time, which is longer than a day. */
const SILENT_HOURS = 30;

/**
 * Builds the stack of the nightly audit. It reads an export, which shows one instant and costs the table no reads. A schedule
 * starts a CodeBuild build. A Lambda ends after 15 minutes, which is 9 million items, and Step Functions could not split the
 * work, because one book holds all accounts. The limits are `HOURS` and memory, which grows with the number of accounts
 * (measured: 450 MB for 15,000 accounts and 300,000 differences, of 3 GB). `ComputeType` has larger machines.
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
    description: "Exports the table, audits the export, reports the number of differences",
    source: Source.s3({ bucket: source.bucket, path: source.s3ObjectKey }),
    // The policy below states the exact permissions.
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
        // Of 4 GB. Node's default is half of the memory.
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
    // A build that waits longer is replaced by the next night's.
    queuedTimeout: Duration.hours(HOURS),
    concurrentBuildLimit: 1,
    logging: { cloudWatch: { logGroup } },
  });
  const files = `arn:${stack.partition}:s3:::${exports.bucketName}/AWSDynamoDB/*`;
  const ofExports = exportArns(stack, table);
  const policy = new Policy(stack, "Policy", {
    statements: [
      allow(["dynamodb:ExportTableToPointInTime"], [table.tableArn]),
      allow(["dynamodb:DescribeExport"], [ofExports]),
      allow(["s3:PutObject", "s3:AbortMultipartUpload", "s3:GetObject"], [files]),
      allow(["kms:GenerateDataKey", "kms:Decrypt"], [key.keyArn]),
      allow(["s3:GetObject", "s3:GetObjectVersion"], [source.bucket.arnForObjects(source.s3ObjectKey)]),
      allow(["logs:CreateLogStream", "logs:PutLogEvents"], [logGroup.logGroupArn]),
      allow(["cloudwatch:PutMetricData"], ["*"], {
        StringEquals: { "cloudwatch:namespace": metricsNamespace(config) },
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
 * Returns the ARN of the table's exports. The table's name is a stack output, so that the id of the wildcard finding is known
 * before the stacks are assembled.
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
    // Every night creates a new export.
    removalPolicy: RemovalPolicy.RETAIN,
    lifecycleRules: [
      { expiration: Duration.days(RETENTION_DAYS), abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
  });
  accept(
    made,
    "AwsSolutions-S1",
    "One role reads and writes it, once a night, and CloudTrail records the export: a log of each access would need a second bucket.",
  );
  return made;
}

/** Creates the alarm that fires if no audit has reported a result, because it failed or did not start. */
function watch(stack: Stack, platform: Platform): void {
  const period = Duration.hours(6);
  alarm(stack, "audit.silent", platform, {
    section: "the-ledger-is-not-audited",
    description: `No audit of the ledger has ended for ${SILENT_HOURS} hours: the log /svc/${platform.config.stage}/audit.nightly has the reason.`,
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
      "AWS names an export when it begins: allowed are the exports of this one table, in this one bucket.",
    );
  accept(
    policy,
    "AwsSolutions-IAM5[Resource::*]",
    "CloudWatch metrics have no resource ARN: the condition allows only this stage's namespace.",
  );
}
