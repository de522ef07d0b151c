import { CfnOutput, Duration, RemovalPolicy, type Stack } from "aws-cdk-lib";
import { CfnOIDCProvider, type PolicyStatement, Role, WebIdentityPrincipal } from "aws-cdk-lib/aws-iam";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import { accept, nagText } from "../accept.ts";
import { allow } from "../statement.ts";

/**
 * The permissions of GitHub's workflows in the account, deployed once by an administrator. Workflows authenticate by OpenID
 * Connect, so no AWS key is stored. Each role is for one environment of one repository. A stage's role deploys through the
 * roles of the CDK's bootstrap, which state their own permissions.
 */

export interface DeliveryConfig {
  /** `owner/name` */
  readonly repository: string;
  readonly stages: readonly string[];
  /** The account's OIDC provider for GitHub, if it exists: an account can have only one. */
  readonly providerArn: string | undefined;
}

export const DELIVERY_STACK = "svc-delivery";
export const BUCKET_OUTPUT = "ReleasesBucket";

const ISSUER = "token.actions.githubusercontent.com";
const AUDIENCE = "sts.amazonaws.com";

/** The CDK's default qualifier, and the bootstrap roles that a deployment assumes. Source: AWS CDK Developer Guide, Bootstrapping. */
const QUALIFIER = "hnb659fds";
const BOOTSTRAP_ROLES = ["deploy", "file-publishing", "lookup"];

/** Returns the environment in which a deployment's changes are shown before its approval. */
export const diffEnvironment = (stage: string): string => `${stage}-diff`;

export function delivery(stack: Stack, { repository, stages, providerArn }: DeliveryConfig): void {
  const provider = providerArn ?? gitHubProvider(stack).attrArn;
  const releases = bucket(stack);
  const trust = (environment: string) =>
    new WebIdentityPrincipal(provider, {
      StringEquals: {
        [`${ISSUER}:aud`]: AUDIENCE,
        [`${ISSUER}:sub`]: `repo:${repository}:environment:${environment}`,
      },
    });
  for (const stage of stages) {
    const reads = role(stack, `${stage}-looks`, trust(diffEnvironment(stage)), readStatements(stack, stage));
    const deploys = role(stack, `${stage}-deploys`, trust(stage), [
      ...readStatements(stack, stage),
      ...bootstrapStatements(stack),
      ...releaseStatements(releases, stage),
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

const gitHubProvider = (stack: Stack): CfnOIDCProvider =>
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
      `AwsSolutions-IAM5[Resource::${nagText(stack, resource)}]`,
      "Stack ids and the bootstrap's role names are not known here: allowed are those of this stage, and its folder of releases.",
    );
  return made;
}

/** Allows reading the stage's deployed stacks, to compare a deployment with. */
const readStatements = (stack: Stack, stage: string): PolicyStatement[] => [
  allow(
    ["cloudformation:DescribeStacks", "cloudformation:GetTemplate"],
    [`svc-${stage}-*`, DELIVERY_STACK].map(
      (name) => `arn:${stack.partition}:cloudformation:*:${stack.account}:stack/${name}/*`,
    ),
  ),
  // Listing stacks can only be allowed for all of them.
  allow(["cloudformation:DescribeStacks", "cloudformation:ListStacks"], ["*"]),
];

const bootstrapStatements = (stack: Stack): PolicyStatement[] => [
  allow(
    ["sts:AssumeRole"],
    BOOTSTRAP_ROLES.map(
      (name) =>
        `arn:${stack.partition}:iam::${stack.account}:role/cdk-${QUALIFIER}-${name}-role-${stack.account}-*`,
    ),
  ),
];

const releaseStatements = (releases: Bucket, stage: string): PolicyStatement[] => [
  allow(["s3:GetObject", "s3:PutObject"], [releases.arnForObjects(`${stage}/*`)]),
  allow(["s3:ListBucket"], [releases.bucketArn], { StringLike: { "s3:prefix": `${stage}/*` } }),
];

/** Creates the bucket of releases. A rollback deploys a stored release without building it again. */
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
    "It contains templates and function bodies, which are public; CloudTrail records its changes.",
  );
  return made;
}
