import { Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { queueUrlVariable } from "../contract/queues.ts";
import type { IdentityAccess } from "../contract/route.ts";
import { filesArn } from "./objects.ts";
import type { Platform } from "./platform.ts";
import { connectionArns } from "./socket-api.ts";
import { indexArns } from "./table.ts";
import type { Needs, Unit } from "./units.ts";

const reading = ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"];
/** A transaction needs no action of its own, but those of the writes that it is made of. */
const writing = [
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
  "dynamodb:DeleteItem",
  "dynamodb:ConditionCheckItem",
];

/** What the role of a unit allows: exact actions on exact resources, for what the unit needs. */
export function statements(scope: Construct, needs: Needs, platform: Platform): PolicyStatement[] {
  const { table, queues, secrets } = platform;
  const allow = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources });
  const made: PolicyStatement[] = [];
  if (needs.table !== "none") {
    made.push(
      allow(needs.table === "write" ? [...reading, ...writing] : reading, [table.tableArn]),
      allow(["dynamodb:Query"], indexArns(table)),
    );
  }
  if (needs.secrets.length > 0)
    made.push(
      allow(
        ["secretsmanager:GetSecretValue"],
        needs.secrets.map((name) => secrets[name].secretArn),
      ),
    );
  if (needs.queues.length > 0)
    made.push(
      allow(
        ["sqs:SendMessage"],
        needs.queues.map((name) => queues[name].queue.queueArn),
      ),
    );
  if (needs.objects !== "none")
    made.push(allow(onFiles(needs.objects), [filesArn(scope, platform.objects, "results")]));
  if (needs.identityFiles.length > 0) made.push(...onIdentity(scope, needs.identityFiles, platform));
  if (needs.email) made.push(mayMail(platform));
  if (needs.push && pushArns(platform).length > 0)
    made.push(allow(["sns:CreatePlatformEndpoint", "sns:Publish", "sns:DeleteEndpoint"], pushArns(platform)));
  if (needs.sms) made.push(mayText(platform));
  if (needs.connections)
    made.push(allow(["execute-api:ManageConnections"], connectionArns(scope, platform.sockets)));
  return made;
}

const onFiles = (access: "read" | "write"): string[] =>
  access === "write" ? ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"] : ["s3:GetObject"];

/** Documents of identity: the files, and the key that opens them. A link is only as good as its maker's rights. */
function onIdentity(
  scope: Construct,
  access: readonly IdentityAccess[],
  { identity: { bucket, key } }: Platform,
): PolicyStatement[] {
  const uses = access.flatMap((one) => onKey[one]);
  return [
    new PolicyStatement({
      actions: access.map((one) => onObject[one]),
      resources: [filesArn(scope, bucket, "identity")],
    }),
    ...(uses.length > 0 ? [new PolicyStatement({ actions: uses, resources: [key.keyArn] })] : []),
  ];
}

const onObject: Readonly<Record<IdentityAccess, string>> = {
  read: "s3:GetObject",
  write: "s3:PutObject",
  delete: "s3:DeleteObject",
};
const onKey: Readonly<Record<IdentityAccess, readonly string[]>> = {
  read: ["kms:Decrypt"],
  write: ["kms:GenerateDataKey"],
  delete: [],
};

/** The stage's applications of SNS mobile push. */
const pushApplications = ({ config: { settings } }: Platform): string[] =>
  [settings.PUSH_IOS_APPLICATION_ARN, settings.PUSH_ANDROID_APPLICATION_ARN].filter((arn) => arn !== "");

/** The telephones that have these applications: SNS names each when it is first sent to. */
export const endpointArns = (platform: Platform): string[] =>
  pushApplications(platform).map((arn) => `${arn.replace(":app/", ":endpoint/")}/*`);

const pushArns = (platform: Platform): string[] => [...pushApplications(platform), ...endpointArns(platform)];

/** Phone numbers have no name at AWS: what is allowed is whatever is no topic, application or endpoint. */
const mayText = ({ table }: Platform): PolicyStatement =>
  new PolicyStatement({
    actions: ["sns:Publish"],
    notResources: [Stack.of(table).formatArn({ service: "sns", region: "*", account: "*", resource: "*" })],
  });

/** Sending from our own address only, through the SES identity of its domain. */
function mayMail({ table, config: { mailFrom } }: Platform): PolicyStatement {
  const resourceName = mailFrom.split("@").at(-1) ?? mailFrom;
  return new PolicyStatement({
    actions: ["ses:SendEmail"],
    resources: [Stack.of(table).formatArn({ service: "ses", resource: "identity", resourceName })],
    conditions: { StringEquals: { "ses:FromAddress": mailFrom } },
  });
}

/** The variables of a unit: where its own table, queues and secrets are, and the stage's public settings. */
export function environment(unit: Unit, platform: Platform): Record<string, string> {
  const { config, table, queues, secrets, publicUrl } = platform;
  const { needs } = unit;
  const given = Object.entries(config.settings).filter(([, value]) => value !== "");
  return {
    ROUTE_ID: unit.id,
    ...(publicUrl !== undefined && { PUBLIC_URL: publicUrl }),
    // Known to every function, those too that are made before the public URL.
    JWT_ISSUER: config.domain ? `https://${config.domain.name}` : `svc-${config.stage}`,
    ...(unit.public && { EDGE_REQUIRED: "true" }),
    ...Object.fromEntries(given),
    ...(needs.table !== "none" && { TABLE_NAME: table.tableName }),
    ...(needs.email && { MAIL_FROM: config.mailFrom }),
    ...(needs.objects !== "none" && { OBJECTS_BUCKET: platform.objects.bucketName }),
    ...(needs.identityFiles.length > 0 && { IDENTITY_BUCKET: platform.identity.bucket.bucketName }),
    ...(needs.connections && { CONNECTIONS_URL: platform.sockets.connectionsUrl }),
    ...Object.fromEntries(needs.queues.map((name) => [queueUrlVariable(name), queues[name].queue.queueUrl])),
    ...Object.fromEntries(needs.secrets.map((name) => [`SECRET_ARN_${name}`, secrets[name].secretArn])),
    POWERTOOLS_SERVICE_NAME: "svc",
    POWERTOOLS_METRICS_NAMESPACE: "svc",
    NODE_OPTIONS: "--enable-source-maps",
  };
}
