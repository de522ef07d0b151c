import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsSolutionsChecks } from "cdk-nag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "../contract/index.ts";
import { metrics } from "../core/platform/metrics/schema.ts";
import {
  prodContext,
  type Resource,
  type Synthesized,
  stackOf,
  synthesize,
  target,
} from "./synth.fixture.ts";

/** The nightly audit: its permissions, its limits, and the alarm for a missing result. */

const STACK = "svc-prod-audit";
const auditCode = mkdtempSync(join(tmpdir(), "audit-code-"));
let prod: Synthesized;
beforeAll(() => {
  writeFileSync(join(auditCode, "index.mjs"), "export const handler = async () => 0;\n");
  prod = synthesize({ routes: routes.slice(0, 1), sockets: [], auditCode }, prodContext, true);
});
afterAll(() => rmSync(auditCode, { recursive: true }));

const all = (type: string): [string, Resource][] =>
  Object.entries(prod.of(type)).filter(([path]) => stackOf(path) === STACK);
const only = (type: string): [string, Resource] => {
  const found = all(type);
  expect(found, type).toHaveLength(1);
  return found[0] as [string, Resource];
};

test("the audit is a build that a schedule starts every night, without overlap, for at most 8 hours", () => {
  const [path, { Properties }] = only("AWS::CodeBuild::Project");
  expect(Properties).toMatchObject({
    Name: "svc-prod-audit",
    TimeoutInMinutes: 480,
    ConcurrentBuildLimit: 1,
    Environment: { Type: "ARM_CONTAINER", ComputeType: "BUILD_GENERAL1_SMALL", PrivilegedMode: false },
  });
  expect(Properties.Source.BuildSpec).toContain("job.handler()");
  const [, rule] = only("AWS::Events::Rule");
  expect(rule.Properties.ScheduleExpression).toBe("cron(0 2 * * ? *)");
  expect(target(prod, STACK, rule.Properties.Targets[0].Arn)).toBe(path);
});

test("the audit's role may export the table, store and read the export, and publish metrics, and nothing else", () => {
  const [path] = all("AWS::IAM::Role").find(([, one]) =>
    JSON.stringify(one.Properties.AssumeRolePolicyDocument).includes("codebuild"),
  ) as [string, Resource];
  const statements = all("AWS::IAM::Policy")
    .filter(([, { Properties }]) =>
      Properties.Roles.some((one: unknown) => target(prod, STACK, one) === path),
    )
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
  expect(statements.flatMap(({ Action }) => Action).toSorted()).toEqual([
    "cloudwatch:PutMetricData",
    ...["dynamodb:DescribeExport", "dynamodb:ExportTableToPointInTime"],
    ...["kms:Decrypt", "kms:GenerateDataKey"],
    ...["logs:CreateLogStream", "logs:PutLogEvents"],
    ...["s3:AbortMultipartUpload", "s3:GetObject", "s3:GetObject", "s3:GetObjectVersion", "s3:PutObject"],
  ]);
  const report = statements.find(({ Action }) => Action === "cloudwatch:PutMetricData");
  expect(report.Condition).toEqual({ StringEquals: { "cloudwatch:namespace": "svc/prod" } });
});

test("the audit's exports are encrypted, private, and deleted after two days", () => {
  const [, { Properties, DeletionPolicy }] = only("AWS::S3::Bucket");
  expect(DeletionPolicy).toBe("Retain");
  expect(Properties.LifecycleConfiguration.Rules).toEqual([
    expect.objectContaining({ ExpirationInDays: 2, Status: "Enabled" }),
  ]);
  const [encryption] = Properties.BucketEncryption.ServerSideEncryptionConfiguration;
  expect(encryption.ServerSideEncryptionByDefault.SSEAlgorithm).toBe("aws:kms");
  expect(Object.values(Properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
});

test("an alarm fires if the audit publishes no result for 30 hours", () => {
  const [, { Properties }] = only("AWS::CloudWatch::Alarm");
  expect(Properties).toMatchObject({
    Namespace: "svc/prod",
    MetricName: "auditDifferences",
    Statistic: "SampleCount",
    ComparisonOperator: "LessThanThreshold",
    TreatMissingData: "breaching",
    Period: 21_600,
    EvaluationPeriods: 5,
  });
  expect(metrics).toHaveProperty(Properties.MetricName);
  const topic = target(prod, STACK, Properties.AlarmActions[0]);
  expect(prod.of("AWS::SNS::Topic")).toHaveProperty([topic]);
});

test("the audit's stack has no unaccepted finding of cdk-nag", () => {
  const { violations } = new AwsSolutionsChecks().validateScope(prod.app);
  expect(violations.flatMap(({ ruleName, violatingResources }) => [ruleName, violatingResources])).toEqual(
    [],
  );
});
