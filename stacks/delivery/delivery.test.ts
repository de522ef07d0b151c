import { App, Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { AwsSolutionsChecks } from "cdk-nag";
import { beforeAll, describe, expect, test } from "vitest";
import { DELIVERY_STACK, delivery } from "./delivery.ts";

/** Workflows deploy without an AWS key, and each role is for one environment of one repository. */

function deliveryTemplate(providerArn?: string): Template {
  const app = new App({ builtinCloudFormationValidation: false });
  const stack = new Stack(app, DELIVERY_STACK);
  delivery(stack, { repository: "owner/svc", stages: ["dev", "prod"], providerArn });
  return Template.fromStack(stack);
}

let template: Template;
beforeAll(() => {
  template = deliveryTemplate();
});

interface Role {
  readonly Properties: {
    readonly RoleName: string;
    readonly AssumeRolePolicyDocument: {
      readonly Statement: readonly { readonly Action: string; readonly Condition: unknown }[];
    };
  };
}

const roles = (): Role[] => Object.values(template.findResources("AWS::IAM::Role")) as Role[];

/** Returns the statements of a role's policy. */
function allowed(name: string): { Action: string | string[]; Resource: unknown; Effect: string }[] {
  const [id] = Object.entries(template.findResources("AWS::IAM::Role")).find(
    ([, one]) => one["Properties"].RoleName === name,
  ) ?? [""];
  return Object.values(template.findResources("AWS::IAM::Policy"))
    .filter((one) => one["Properties"].Roles.some(({ Ref }: { Ref: string }) => Ref === id))
    .flatMap((one) => one["Properties"].PolicyDocument.Statement);
}

describe("a role of the GitHub workflows", () => {
  test("can be assumed only by its own environment of the repository, with GitHub's tokens", () => {
    const trust = Object.fromEntries(
      roles().map(({ Properties: { RoleName, AssumeRolePolicyDocument } }) => [
        RoleName,
        AssumeRolePolicyDocument.Statement,
      ]),
    );
    const only = (environment: string) => [
      {
        Action: "sts:AssumeRoleWithWebIdentity",
        Effect: "Allow",
        Principal: { Federated: expect.anything() },
        Condition: {
          StringEquals: {
            "token.actions.githubusercontent.com:aud": "sts.amazonaws.com",
            "token.actions.githubusercontent.com:sub": `repo:owner/svc:environment:${environment}`,
          },
        },
      },
    ];
    expect(trust).toEqual({
      "svc-delivery-dev-looks": only("dev-diff"),
      "svc-delivery-dev-deploys": only("dev"),
      "svc-delivery-prod-looks": only("prod-diff"),
      "svc-delivery-prod-deploys": only("prod"),
    });
  });

  test("for diffs may only read stacks", () => {
    const actions = allowed("svc-delivery-prod-looks").flatMap(({ Action }) => Action);
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.filter((one) => !/^cloudformation:(Describe|List|Get)/.test(one))).toEqual([]);
  });

  test("for deployments may only read stacks, assume the bootstrap's roles and store its stage's releases", () => {
    const statements = allowed("svc-delivery-prod-deploys");
    const may = (action: string) =>
      JSON.stringify(
        statements.filter(({ Action }) => [Action].flat().includes(action)).map(({ Resource }) => Resource),
      );
    expect(may("sts:AssumeRole")).toContain("role/cdk-hnb659fds-deploy-role-");
    expect(may("sts:AssumeRole")).not.toContain('"*"');
    expect(may("s3:PutObject")).toContain("/prod/*");
    expect(may("s3:PutObject")).not.toContain("/dev/*");
    const actions = new Set(statements.flatMap(({ Action }) => Action));
    expect(
      [...actions].filter(
        (one) =>
          !/^(cloudformation:(Describe|List|Get)|sts:AssumeRole$|s3:(Get|Put)Object$|s3:ListBucket$)/.test(
            one,
          ),
      ),
    ).toEqual([]);
  });
});

test("the delivery stack uses the account's existing OIDC provider for GitHub if its ARN is given", () => {
  const arn = "arn:aws:iam::123456789012:oidc-provider/token.actions.githubusercontent.com";
  expect(deliveryTemplate().findResources("AWS::IAM::OIDCProvider")).not.toEqual({});
  const other = deliveryTemplate(arn);
  expect(other.findResources("AWS::IAM::OIDCProvider")).toEqual({});
  expect(JSON.stringify(other.toJSON())).toContain(arn);
});

test("the bucket of releases is private, versioned, encrypted, TLS-only and retained", () => {
  const [one] = Object.values(template.findResources("AWS::S3::Bucket"));
  expect(one).toMatchObject({
    DeletionPolicy: "Retain",
    Properties: {
      VersioningConfiguration: { Status: "Enabled" },
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
      BucketEncryption: expect.anything(),
    },
  });
  expect(JSON.stringify(template.findResources("AWS::S3::BucketPolicy"))).toContain("aws:SecureTransport");
});

test("the delivery stack has no unaccepted finding of cdk-nag", () => {
  const app = new App({ builtinCloudFormationValidation: false });
  delivery(new Stack(app, DELIVERY_STACK), {
    repository: "owner/svc",
    stages: ["prod"],
    providerArn: undefined,
  });
  const found = new AwsSolutionsChecks().validateScope(app).violations.map(({ ruleName }) => ruleName);
  expect(found).toEqual([]);
});
