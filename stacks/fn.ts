import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { Effect, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
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
import { accept, inStandards } from "./accept.ts";
import { endpointArns, environment, statements } from "./grants.ts";
import { shareOf } from "./limits.ts";
import { log } from "./logs.ts";
import { filesArn } from "./objects.ts";
import type { Platform } from "./platform.ts";
import { connectionArns, nagText } from "./socket-api.ts";
import type { Unit } from "./units.ts";

/**
 * What makes a function. `sst dev` puts its live function here, which runs `entry` on the developer's
 * machine.
 */
export type MakeFn = (
  scope: Construct,
  id: string,
  props: FunctionProps & { readonly entry: string },
) => LambdaFunction;

export const plainFn: MakeFn = (scope, id, { entry: _, ...props }) => new LambdaFunction(scope, id, props);

export interface FnOptions {
  readonly platform: Platform;
  readonly makeFn: MakeFn;
  /** The folder that holds a unit's bundle. */
  readonly codeOf: (unit: Unit) => string;
}

/** The Lambda of a unit, with its own role and its own log. */
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

/** What standards ask of every function, and why it is otherwise here. */
function acceptOfFunctions(home: Construct): void {
  accept(
    home,
    inStandards("IAMNoInlinePolicy"),
    "The policy is of this one function's role, names what it alone needs and goes with it: a managed policy could be given to others.",
  );
  accept(
    home,
    inStandards("LambdaInsideVPC"),
    "There is no network that it would have to reach: it calls AWS and the providers over TLS with credentials, and nothing can connect to it.",
  );
  accept(
    home,
    ["Serverless-LambdaDLQ", ...inStandards("LambdaDLQ", ["NIST.800.53.R5", "HIPAA.Security"])],
    "Nothing that it is called with is lost: a caller has its answer, a queue and a stream keep what failed and have dead letters of their own, and what a schedule is for stands in the table.",
  );
  accept(
    home,
    inStandards("LambdaConcurrency", ["NIST.800.53.R5", "HIPAA.Security"]),
    "What is set aside for one function is taken from all others: routes are bound by the stage's throttle and each caller's limit, consumers by the maximum of their event source, and those that clients can hold open have their share.",
  );
}

/**
 * A role of the unit's own, without AWS's managed policy, which would let it write into every log of the
 * account.
 */
function role(home: Construct, unit: Unit, platform: Platform, logGroup: LogGroup): Role {
  const made = new Role(home, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
  for (const statement of statements(home, unit.needs, platform)) made.addToPolicy(statement);
  made.addToPolicy(
    new PolicyStatement({
      effect: Effect.ALLOW,
      actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
      resources: [logGroup.logGroupArn],
    }),
  );
  accept(
    made,
    "AwsSolutions-IAM5[Resource::*]",
    "X-Ray (PutTraceSegments, PutTelemetryRecords) and BatchGetSecretValue have no resources to name: they can only be allowed on all. Which secrets a batch gives, GetSecretValue says, by name.",
  );
  for (const files of filesOf(made, unit, platform))
    accept(
      made,
      `AwsSolutions-IAM5[Resource::${nagText(made, files)}]`,
      "A file's key is made when it is kept: what is allowed are the files of this one bucket.",
    );
  if (unit.needs.push) {
    for (const arn of endpointArns(platform))
      accept(
        made,
        `AwsSolutions-IAM5[Resource::${arn}]`,
        "A telephone's endpoint is named when it is first sent to: what is allowed are those of the stage's own applications.",
      );
  }
  if (unit.needs.connections) {
    for (const arn of connectionArns(made, platform.sockets))
      accept(
        made,
        `AwsSolutions-IAM5[Resource::${nagText(made, arn)}]`,
        "A connection's id is only known when it opens: what is allowed is to reach the connections of this one API and stage.",
      );
  }
  return made;
}

/** The files that a unit reaches. */
const filesOf = (made: Role, { needs }: Unit, { objects, identity }: Platform): string[] => [
  ...(needs.objects === "none" ? [] : [filesArn(made, objects, "results")]),
  ...(needs.identityFiles.length === 0 ? [] : [filesArn(made, identity.bucket, "identity")]),
];

/**
 * The function's name: the stage and the unit's id, which may hold no dots here. @throws Error beyond 64
 * characters
 */
function nameOf({ id, title }: Unit, stage: string): string {
  const name = `svc-${stage}-${id.replaceAll(".", "-")}`;
  if (name.length > 64) throw new Error(`${title}: the function's name ${name} is over 64 characters`);
  return name;
}
