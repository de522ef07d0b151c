import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  type FunctionProps,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { accept, inStandards, nagText } from "./accept.ts";
import { endpointArns, environment, onFiles, statements } from "./grants.ts";
import { shareOf } from "./limits.ts";
import { log } from "./logs.ts";
import { filesArn } from "./objects.ts";
import type { Platform } from "./platform.ts";
import { connectionArns } from "./socket-api.ts";
import { allow } from "./statement.ts";
import type { Unit } from "./units.ts";

/** Creates a function. `sst dev` replaces it by a live function, which runs `entry` on the developer's machine. */
export type MakeFn = (
  scope: Construct,
  id: string,
  props: FunctionProps & { readonly entry: string },
) => LambdaFunction;

export const plainFn: MakeFn = (scope, id, { entry: _, ...props }) => new LambdaFunction(scope, id, props);

export interface FnOptions {
  readonly platform: Platform;
  readonly makeFn: MakeFn;
  /** Returns the folder of a unit's bundle. */
  readonly codeOf: (unit: Unit) => string;
}

/** Creates a unit's Lambda with its own role and log. */
export function fn(scope: Construct, unit: Unit, options: FnOptions): LambdaFunction {
  const { platform, makeFn, codeOf } = options;
  const functionName = nameOf(unit, platform.config.stage);
  const share = shareOf(unit, platform.config.concurrency);
  const home = new Construct(scope, unit.id);
  acceptOfFunctions(home);
  const logGroup = log(home, "Log", platform, {
    name: `/svc/${platform.config.stage}/${unit.id}`,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  return makeFn(home, unit.id, {
    functionName,
    description: unit.about.slice(0, 256),
    entry: unit.file,
    code: Code.fromAsset(codeOf(unit)),
    handler: "index.handler",
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: unit.memoryMb,
    timeout: Duration.seconds(unit.timeoutSeconds),
    environment: environment(unit, platform),
    role: role(home, unit, platform, logGroup),
    logGroup,
    loggingFormat: LoggingFormat.JSON,
    applicationLogLevelV2: ApplicationLogLevel.INFO,
    systemLogLevelV2: SystemLogLevel.WARN,
    tracing: Tracing.ACTIVE,
    ...(share !== undefined && { reservedConcurrentExecutions: share }),
  });
}

/** Accepts the findings that standards report for every function. */
function acceptOfFunctions(home: Construct): void {
  accept(
    home,
    inStandards("IAMNoInlinePolicy"),
    "The policy belongs to this one function's role, names exactly its permissions and is deleted with it: a managed policy could be attached to other roles.",
  );
  accept(
    home,
    inStandards("LambdaInsideVPC"),
    "The function needs no private network: it calls AWS and the providers over TLS with credentials, and nothing can connect to it.",
  );
  accept(
    home,
    ["Serverless-LambdaDLQ", ...inStandards("LambdaDLQ", ["NIST.800.53.R5", "HIPAA.Security"])],
    "No invocation is lost: a caller gets a response, queues and streams retain failed messages and have dead-letter queues, and a schedule's work is in the table.",
  );
  accept(
    home,
    inStandards("LambdaConcurrency", ["NIST.800.53.R5", "HIPAA.Security"]),
    "A reservation takes concurrency from all other functions: routes are limited by the stage's throttle and each caller's limit, consumers by the maximum of their event source, and functions that clients can hold open have a reservation.",
  );
}

/** Creates a unit's role, without AWS's managed policy, which would allow writing to every log of the account. */
function role(home: Construct, unit: Unit, platform: Platform, logGroup: LogGroup): Role {
  const made = new Role(home, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
  for (const statement of statements(home, unit.needs, platform)) made.addToPolicy(statement);
  made.addToPolicy(allow(["logs:CreateLogStream", "logs:PutLogEvents"], [logGroup.logGroupArn]));
  accept(
    made,
    "AwsSolutions-IAM5[Resource::*]",
    "X-Ray (PutTraceSegments, PutTelemetryRecords) and BatchGetSecretValue have no resource ARNs: they can only be allowed on all. GetSecretValue names the secrets that a batch may return.",
  );
  for (const files of filesOf(made, unit, platform))
    accept(
      made,
      `AwsSolutions-IAM5[Resource::${nagText(made, files)}]`,
      "A file's key is created when it is stored: allowed are the files of this one bucket.",
    );
  if (unit.needs.push) {
    for (const arn of endpointArns(platform))
      accept(
        made,
        `AwsSolutions-IAM5[Resource::${arn}]`,
        "SNS names a device's endpoint when it is created: allowed are those of the stage's own applications.",
      );
  }
  if (unit.needs.connections) {
    for (const arn of connectionArns(made, platform.sockets))
      accept(
        made,
        `AwsSolutions-IAM5[Resource::${nagText(made, arn)}]`,
        "A connection's id is only known when it opens: allowed are the connections of this one API and stage.",
      );
  }
  return made;
}

/** Returns the ARNs of the files that a unit may access. */
const filesOf = (made: Role, { needs }: Unit, { objects, identity }: Platform): string[] => [
  ...(needs.objects === "none" ? [] : [filesArn(made, objects, "results")]),
  ...new Set(
    needs.identityFiles
      .filter((one) => onFiles[one].actions.length > 0)
      .map((one) => filesArn(made, identity.bucket, "identity", onFiles[one].folder)),
  ),
];

/** Returns the function's name: the stage and the unit's id without dots. @throws Error beyond 64 characters */
function nameOf({ id, title }: Unit, stage: string): string {
  const name = `svc-${stage}-${id.replaceAll(".", "-")}`;
  if (name.length > 64) throw new Error(`${title}: the function's name ${name} is over 64 characters`);
  return name;
}
