import { ArnFormat, type RemovalPolicy, Stack } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { type IKey, Key } from "aws-cdk-lib/aws-kms";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { StageConfig } from "./config.ts";

/** What all logs of a stage have in common. */
export interface Logs {
  readonly config: StageConfig;
  /** Encrypts them, so that who may not use it reads none; outside production AWS's own key does. */
  readonly logKey: IKey | undefined;
}

/** What the names of a stage's logs begin with: those of functions, and those that API Gateway writes. */
const prefixes = ({ stage }: StageConfig): readonly string[] => [
  `/svc/${stage}/`,
  `/aws/vendedlogs/svc-${stage}/`,
];

/** The key of production's logs, which CloudWatch may use for these logs alone. */
export function logKey(stack: Stack, config: StageConfig): IKey | undefined {
  if (config.stage !== "prod") return undefined;
  const key = new Key(stack, "LogKey", {
    description: `Encrypts the logs of svc ${config.stage}`,
    enableKeyRotation: true,
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal(`logs.${stack.region}.amazonaws.com`)],
      actions: ["kms:Encrypt", "kms:Decrypt", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:DescribeKey"],
      resources: ["*"],
      conditions: {
        ArnLike: {
          "kms:EncryptionContext:aws:logs:arn": prefixes(config).map((prefix) =>
            stack.formatArn({
              service: "logs",
              resource: "log-group",
              resourceName: `${prefix}*`,
              arnFormat: ArnFormat.COLON_RESOURCE_NAME,
            }),
          ),
        },
      },
    }),
  );
  return key;
}

/** A log of the stage. @throws Error where its name is none that the key may be used for */
export function log(
  scope: Construct,
  id: string,
  { config, logKey }: Logs,
  { name, removalPolicy }: { readonly name: string; readonly removalPolicy: RemovalPolicy },
): LogGroup {
  if (!prefixes(config).some((prefix) => name.startsWith(prefix)))
    throw new Error(
      `log ${name} of ${Stack.of(scope).stackName} must begin with ${prefixes(config).join(" or ")}`,
    );
  return new LogGroup(scope, id, {
    logGroupName: name,
    retention: config.logRetentionDays,
    removalPolicy,
    ...(logKey && { encryptionKey: logKey }),
  });
}
