import { ArnFormat, RemovalPolicy, Stack } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { type IKey, Key } from "aws-cdk-lib/aws-kms";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { StageConfig } from "./config.ts";

/**
 * Returns the removal policy of a named resource with state. Production retains it, unless the stack's creation failed:
 * a retained resource would block its name for the next attempt. Other stages delete it.
 */
export const removalOfNamed = ({ stage }: Pick<StageConfig, "stage">): RemovalPolicy =>
  stage === "prod" ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/** The common parts of a stage's logs. */
export interface Logs {
  readonly config: StageConfig;
  /** Encrypts the logs: reading them needs access to the key. Undefined outside production, which uses AWS's own key. */
  readonly logKey: IKey | undefined;
}

/** The prefixes of a stage's log names: functions, and API Gateway. */
const prefixes = ({ stage }: StageConfig): readonly string[] => [
  `/svc/${stage}/`,
  `/aws/vendedlogs/svc-${stage}/`,
];

/** Creates the key of production's logs. CloudWatch may use it only for these logs. */
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

/** Creates a log. @throws Error if the key may not be used for its name */
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
