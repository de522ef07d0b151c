import { type App, Stack } from "aws-cdk-lib";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { Queue } from "aws-cdk-lib/aws-sqs";
import {
  AwsSolutionsChecks,
  HIPAASecurityChecks,
  type NagPack,
  NIST80053R5Checks,
  PCIDSS321Checks,
  ServerlessChecks,
} from "cdk-nag";
import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../contract/index.ts";
import { prodContext, type Synthesized, synthesize } from "./synth.fixture.ts";

let prod: Synthesized;
beforeAll(() => {
  const principals = "arn:aws:iam::123456789012:role/on-call";
  prod = synthesize({}, { ...prodContext, operatorPrincipals: principals, backfillPrincipals: principals });
});

test("production's stacks pass CloudFormation's validation, which rejects a stack without resources", () => {
  expect(() => synthesize({}, prodContext, true)).not.toThrow();
  expect(() =>
    synthesize({ routes: routes.slice(0, 1), consumers: [], sockets: [] }, prodContext, true),
  ).toThrow("Resources");
}, 180_000);

describe("cdk-nag", () => {
  // NIST 800-53 revision 5; revision 4 was withdrawn in 2021.
  const packs = {
    AwsSolutions: new AwsSolutionsChecks(),
    Serverless: new ServerlessChecks(),
    "NIST.800.53.R5": new NIST80053R5Checks(),
    "PCI.DSS.321": new PCIDSS321Checks(),
    "HIPAA.Security": new HIPAASecurityChecks(),
  } satisfies Record<string, NagPack>;

  const findings = (app: App, pack: NagPack) =>
    pack
      .validateScope(app)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
      );

  test.each(Object.entries(packs))("has no unaccepted finding in production with the pack %s", (_, pack) => {
    expect(findings(prod.app, pack)).toEqual([]);
  });

  test("has no unaccepted finding in a default stage with AwsSolutions and Serverless", () => {
    const { app } = synthesize({ routes: routes.slice(0, 1) }, {});
    for (const pack of [packs.AwsSolutions, packs.Serverless]) expect(findings(app, pack)).toEqual([]);
  });

  test("finds an added bucket or queue without protection, with each pack", () => {
    const spoiled = synthesize({ routes: routes.slice(0, 1) });
    const stack = spoiled.app.node.findChild("svc-prod-platform");
    new Bucket(stack, "Open");
    new Queue(stack, "Alone");
    for (const [name, pack] of Object.entries(packs))
      expect(findings(spoiled.app, pack).join(), name).toMatch(
        new RegExp(`${RegExp.escape(name)}-\\S+ svc-prod-platform/(Open|Alone)/`),
      );
  });

  test("has a reason for every accepted finding", () => {
    const accepted = prod.app.node
      .findAll()
      .flatMap((node) => node.node.metadata)
      .filter((entry) => entry.type === "aws:cdk:acknowledged-rules")
      .flatMap((entry) => Object.entries(entry.data as Record<string, string>));
    expect(accepted.length).toBeGreaterThan(0);
    for (const [id, reason] of accepted) expect(reason, id).toMatch(/^[A-Z].{40,}[.]$/);
  });

  test("has only one finding accepted for a whole stack or app: routes without a gateway authorizer", () => {
    const wide = [prod.app, ...prod.app.node.children.filter((child) => Stack.isStack(child))]
      .flatMap((node) => node.node.metadata)
      .filter((entry) => entry.type === "aws:cdk:acknowledged-rules")
      .flatMap((entry) => Object.keys(entry.data as Record<string, string>));
    expect(new Set(wide.map((id) => id.split("::").at(-1)))).toEqual(new Set(["AwsSolutions-APIG4"]));
  });
});
