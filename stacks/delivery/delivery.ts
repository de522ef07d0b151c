import { CfnOutput, Duration, RemovalPolicy, type Stack } from "aws-cdk-lib";
import { CfnOIDCProvider, PolicyStatement, Role, WebIdentityPrincipal } from "aws-cdk-lib/aws-iam";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import { accept } from "../accept.ts";

/**
 * What GitHub's workflows may do in the account, deployed once by a person. They prove who they are by OpenID Connect,
 * so no key of AWS stands anywhere; each role is for one environment of one repository. What a stage's role may do it
 * does by the roles of the CDK's bootstrap: what those may do is said there.
 */

export interface DeliveryConfig {
  /** `owner/name` */
  readonly repository: string;
  readonly stages: readonly string[];
  /** The account's provider for GitHub, where there is one: an account takes one alone. */
  readonly providerArn: string | undefined;
}

export const DELIVERY_STACK = "svc-delivery";
export const BUCKET_OUTPUT = "ReleasesBucket";

const ISSUER = "token.actions.githubusercontent.com";
const AUDIENCE = "sts.amazonaws.com";

/** The CDK's own name of a bootstrap; the roles that a deployment takes. Source: AWS CDK Developer Guide, Bootstrapping. */
const QUALIFIER = "hnb659fds";
const BOOTSTRAP_ROLES = ["deploy", "file-publishing", "lookup"];

/** The environment in which a deployment of a stage is looked at before anybody approves it. */
export const lookedAtIn = (stage: string): string => `${stage}-diff`;

export function delivery(stack: Stack, { repository, stages, providerArn }: DeliveryConfig): void {
  const provider = providerArn ?? ofGitHub(stack).attrArn;
  const releases = bucket(stack);
  const trust = (environment: string) =>
    new WebIdentityPrincipal(provider, {
      StringEquals: {
        [`${ISSUER}:aud`]: AUDIENCE,
        [`${ISSUER}:sub`]: `repo:${repository}:environment:${environment}`,
      },
    });
  for (const stage of stages) {
    const reads = role(stack, `${stage}-looks`, trust(lookedAtIn(stage)), reading(stack, stage));
    const deploys = role(stack, `${stage}-deploys`, trust(stage), [
      ...reading(stack, stage),
      ...bootstrapped(stack),
      ...keeping(releases, stage),
    ]);
    new CfnOutput(stack, outputOf(stage, "Looks"), { value: reads.roleArn });
    new CfnOutput(stack, outputOf(stage, "Deploys"), { value: deploys.roleArn });
  }
  new CfnOutput(stack, BUCKET_OUTPUT, { value: releases.bucketName });
}

const outputOf = (stage: string, what: string): string =>
  `${stage
    .split("-")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("")}${what}RoleArn`;

const ofGitHub = (stack: Stack): CfnOIDCProvider =>
  new CfnOIDCProvider(stack, "GitHub", { url: `https://${ISSUER}`, clientIdList: [AUDIENCE] });

function role(
  stack: Stack,
  name: string,
  assumedBy: WebIdentityPrincipal,
  statements: readonly PolicyStatement[],
): Role {
  const made = new Role(stack, name, {
    roleName: `svc-delivery-${name}`,
    assumedBy,
    maxSessionDuration: Duration.hours(2),
  });
  for (const one of statements) made.addToPolicy(one);
  for (const resource of statements.flatMap((one) => one.resources).filter((one) => one.includes("*")))
    accept(
      made,
      `AwsSolutions-IAM5[Resource::${asFound(stack, resource)}]`,
      "Stacks have ids and the bootstrap's roles names of their own: what is allowed are those of this stage, and its folder of releases.",
    );
  return made;
}

/** A resource as cdk-nag writes it in the name of a finding. */
function asFound(stack: Stack, resource: string): string {
  const resolved: unknown = stack.resolve(resource);
  if (typeof resolved === "string") return resolved;
  const [, parts] = (resolved as { readonly "Fn::Join": readonly [string, readonly Part[]] })["Fn::Join"];
  return parts
    .map((part) => (typeof part === "string" ? part : `<${part.Ref ?? part["Fn::GetAtt"]?.join(".")}>`))
    .join("");
}

type Part = string | { readonly Ref?: string; readonly "Fn::GetAtt"?: readonly string[] };

/** The stage's stacks as they are: what a deployment is compared with. */
const reading = (stack: Stack, stage: string): PolicyStatement[] => [
  new PolicyStatement({
    actions: ["cloudformation:DescribeStacks", "cloudformation:GetTemplate"],
    resources: [`svc-${stage}-*`, DELIVERY_STACK].map(
      (name) => `arn:${stack.partition}:cloudformation:*:${stack.account}:stack/${name}/*`,
    ),
  }),
  // Which stacks there are is told of all or of none.
  new PolicyStatement({
    actions: ["cloudformation:DescribeStacks", "cloudformation:ListStacks"],
    resources: ["*"],
  }),
];

const bootstrapped = (stack: Stack): PolicyStatement[] => [
  new PolicyStatement({
    actions: ["sts:AssumeRole"],
    resources: BOOTSTRAP_ROLES.map(
      (name) =>
        `arn:${stack.partition}:iam::${stack.account}:role/cdk-${QUALIFIER}-${name}-role-${stack.account}-*`,
    ),
  }),
];

const keeping = (releases: Bucket, stage: string): PolicyStatement[] => [
  new PolicyStatement({
    actions: ["s3:GetObject", "s3:PutObject"],
    resources: [releases.arnForObjects(`${stage}/*`)],
  }),
  new PolicyStatement({
    actions: ["s3:ListBucket"],
    resources: [releases.bucketArn],
    conditions: { StringLike: { "s3:prefix": `${stage}/*` } },
  }),
];

/** Each release as it was deployed, so that the one before can be deployed again without building it. */
function bucket(stack: Stack): Bucket {
  const made = new Bucket(stack, "Releases", {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    versioned: true,
    removalPolicy: RemovalPolicy.RETAIN,
    lifecycleRules: [{ expiration: Duration.days(180), noncurrentVersionExpiration: Duration.days(30) }],
  });
  accept(
    made,
    "AwsSolutions-S1",
    "It holds templates and function bodies, which are public; what is done with it is in CloudTrail.",
  );
  return made;
}
