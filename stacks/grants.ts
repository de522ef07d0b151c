import { Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { queueUrlVariable } from "../contract/queues.ts";
import type { IdentityAccess } from "../contract/route.ts";
import { identityFolders } from "../contract/stage.ts";
import { appendOnly, type TableAccess } from "../contract/table-access.ts";
import { metricsNamespace } from "./alarms.ts";
import { filesArn } from "./objects.ts";
import type { Platform } from "./platform.ts";
import { connectionArns } from "./socket-api.ts";
import { allow, deny } from "./statement.ts";
import { anyOf, indexArns, noneOf, onlyOf } from "./table.ts";
import type { Needs, Unit } from "./units.ts";

const reading = ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"];
/** A transaction needs the permissions of its writes only. */
const writing = [
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
  "dynamodb:DeleteItem",
  "dynamodb:ConditionCheckItem",
];

/** Returns the statements of a unit's role: exact actions on exact resources. */
export function statements(scope: Construct, needs: Needs, platform: Platform): PolicyStatement[] {
  const { queues, secrets } = platform;
  const made: PolicyStatement[] = [];
  made.push(...tableStatements(needs.table, platform));
  if (needs.secrets.length > 0)
    made.push(
      allow(
        ["secretsmanager:GetSecretValue"],
        needs.secrets.map((name) => secrets[name].secretArn),
      ),
      // It has no resource ARN, and returns only secrets that GetSecretValue allows.
      allow(["secretsmanager:BatchGetSecretValue"], ["*"]),
    );
  if (needs.queues.length > 0)
    made.push(
      allow(
        ["sqs:SendMessage"],
        needs.queues.map((name) => queues[name].queue.queueArn),
      ),
    );
  if (needs.objects !== "none")
    made.push(allow(fileActions(needs.objects), [filesArn(scope, platform.objects, "results")]));
  if (needs.objects === "erase") made.push(allow(LISTING, [platform.objects.bucketArn]));
  if (needs.identityFiles.length > 0) made.push(...identityStatements(scope, needs.identityFiles, platform));
  if (needs.email) made.push(emailStatement(platform));
  if (needs.push === "forget" && endpointArns(platform).length > 0)
    made.push(allow(["sns:DeleteEndpoint"], endpointArns(platform)));
  if (needs.push === true && pushArns(platform).length > 0)
    made.push(allow(["sns:CreatePlatformEndpoint", "sns:Publish", "sns:DeleteEndpoint"], pushArns(platform)));
  if (needs.sms) made.push(smsStatement(platform));
  if (needs.connections)
    made.push(allow(["execute-api:ManageConnections"], connectionArns(scope, platform.sockets)));
  return made;
}

/**
 * Returns the statements for the table. One statement covers all permitted kinds, because one call may read several. The index
 * contains only keys, and no keys of secret items. The denial of changes to append-only items precedes every permission.
 */
function tableStatements(
  { reads, writes, scans, closed, readOnly }: TableAccess,
  { table }: Platform,
): PolicyStatement[] {
  const own = [table.tableArn];
  return [
    ...(reads ? [allow(reading, own, noneOf(closed))] : []),
    ...(writes === "all" ? [allow(writing, own, noneOf([...closed, ...readOnly]))] : []),
    ...(writes !== "all" && writes.length > 0 ? [allow(["dynamodb:UpdateItem"], own, onlyOf(writes))] : []),
    ...(reads ? [allow(["dynamodb:Query"], indexArns(table))] : []),
    ...(scans ? [allow(["dynamodb:Scan"], own)] : []),
    deny(
      appendOnly.denied.map((action) => `dynamodb:${action}`),
      own,
      anyOf(appendOnly.prefixes),
    ),
  ];
}

const fileActions = (access: "read" | "write" | "erase"): string[] => {
  if (access === "read") return ["s3:GetObject"];
  const writing = ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"];
  return access === "write" ? writing : [...writing, "s3:DeleteObjectVersion"];
};

/** Lists files and their versions. */
const LISTING = ["s3:ListBucket", "s3:ListBucketVersions"];

/** Identity documents: the files and their key. A presigned link has the permissions of the function that signed it. */
function identityStatements(
  scope: Construct,
  access: readonly IdentityAccess[],
  { identity: { bucket, key } }: Platform,
): PolicyStatement[] {
  const uses = [...new Set(access.flatMap((one) => onKey[one]))];
  return [
    ...access.flatMap((one) => {
      const { actions, folder } = onFiles[one];
      return actions.length > 0 ? [allow([...actions], [filesArn(scope, bucket, "identity", folder)])] : [];
    }),
    ...(access.includes("erase") ? [allow(LISTING, [bucket.bucketArn])] : []),
    // Without it, S3 answers 403 instead of 404 to a read of a missing file.
    ...(access.includes("list") ? [allow(["s3:ListBucket"], [bucket.bucketArn])] : []),
    ...(uses.length > 0 ? [allow(uses, [key.keyArn])] : []),
  ];
}

/** The actions of an access, and the folder that they apply to. Defaults to all files. */
export const onFiles: Readonly<
  Record<IdentityAccess, { readonly actions: readonly string[]; readonly folder?: string }>
> = {
  read: { actions: ["s3:GetObject"], folder: identityFolders.documents },
  write: { actions: ["s3:PutObject"], folder: identityFolders.documents },
  submit: { actions: ["s3:PutObject"], folder: identityFolders.uploads },
  inspect: { actions: ["s3:GetObject"], folder: identityFolders.uploads },
  list: { actions: [] },
  delete: { actions: ["s3:DeleteObject"] },
  erase: { actions: ["s3:DeleteObject", "s3:DeleteObjectVersion"] },
};
const onKey: Readonly<Record<IdentityAccess, readonly string[]>> = {
  read: ["kms:Decrypt"],
  write: ["kms:GenerateDataKey"],
  submit: ["kms:GenerateDataKey"],
  inspect: ["kms:Decrypt"],
  list: [],
  delete: [],
  erase: [],
};

/** Returns the stage's SNS mobile push applications. */
const pushApplications = ({ config: { settings } }: Platform): string[] =>
  [settings.PUSH_IOS_APPLICATION_ARN, settings.PUSH_ANDROID_APPLICATION_ARN].filter((arn) => arn !== "");

/** Returns the endpoints of devices with these applications. SNS names an endpoint when it is created. */
export const endpointArns = (platform: Platform): string[] =>
  pushApplications(platform).map((arn) => `${arn.replace(":app/", ":endpoint/")}/*`);

const pushArns = (platform: Platform): string[] => [...pushApplications(platform), ...endpointArns(platform)];

/** Phone numbers have no ARN, so the statement allows everything except topics, applications and endpoints. */
const smsStatement = ({ table }: Platform): PolicyStatement =>
  new PolicyStatement({
    actions: ["sns:Publish"],
    notResources: [Stack.of(table).formatArn({ service: "sns", region: "*", account: "*", resource: "*" })],
  });

/** Allows sending only from our own address, through the SES identity of its domain. */
function emailStatement({ table, config: { mailFrom } }: Platform): PolicyStatement {
  const resourceName = mailFrom.split("@").at(-1) ?? mailFrom;
  const identity = Stack.of(table).formatArn({ service: "ses", resource: "identity", resourceName });
  return allow(["ses:SendEmail"], [identity], { StringEquals: { "ses:FromAddress": mailFrom } });
}

/** Returns a unit's environment variables: its table, queues and secrets, and the stage's public settings. */
export function environment(unit: Unit, platform: Platform): Record<string, string> {
  const { config, table, queues, secrets, publicUrl } = platform;
  const { needs } = unit;
  const given = Object.entries(config.settings).filter(([, value]) => value !== "");
  return {
    ROUTE_ID: unit.id,
    ...(publicUrl !== undefined && { PUBLIC_URL: publicUrl }),
    // Also for functions that are created before the public URL is known.
    JWT_ISSUER: config.domain ? `https://${config.domain.name}` : `svc-${config.stage}`,
    ...(unit.public && { EDGE_REQUIRED: "true" }),
    ...Object.fromEntries(given),
    ...(needs.table.reads && { TABLE_NAME: table.tableName }),
    ...(needs.email && { MAIL_FROM: config.mailFrom }),
    ...(needs.objects !== "none" && { OBJECTS_BUCKET: platform.objects.bucketName }),
    ...(needs.identityFiles.length > 0 && { IDENTITY_BUCKET: platform.identity.bucket.bucketName }),
    ...(needs.connections && { CONNECTIONS_URL: platform.sockets.connectionsUrl }),
    ...Object.fromEntries(needs.queues.map((name) => [queueUrlVariable(name), queues[name].queue.queueUrl])),
    ...Object.fromEntries(needs.secrets.map((name) => [`SECRET_ARN_${name}`, secrets[name].secretArn])),
    POWERTOOLS_SERVICE_NAME: "svc",
    METRICS_NAMESPACE: metricsNamespace(config),
  };
}
