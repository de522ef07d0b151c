import { type App, Stack } from "aws-cdk-lib";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { AwsSolutionsChecks } from "cdk-nag";
import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../contract/index.ts";
import { prodContext, type Synthesized, synthesize } from "./synth.fixture.ts";

let prod: Synthesized;
beforeAll(() => {
  prod = synthesize();
});

test("CloudFormation's own rules refuse nothing in production, and do look", () => {
  expect(() => synthesize({}, prodContext, true)).not.toThrow();
  // A stack without resources is one of the things that they refuse.
  expect(() =>
    synthesize({ routes: routes.slice(0, 1), consumers: [], sockets: [] }, prodContext, true),
  ).toThrow("Resources");
});

describe("cdk-nag", () => {
  const findings = (app: App) =>
    new AwsSolutionsChecks()
      .validateScope(app)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
      );

  test("the AwsSolutions pack finds nothing that is not accepted, in production and in a bare stage", () => {
    expect(findings(prod.app)).toEqual([]);
    expect(findings(synthesize({ routes: routes.slice(0, 1) }, {}).app)).toEqual([]);
  });

  test("the pack does look: it finds an open bucket in the same app", () => {
    const spoiled = synthesize({ routes: routes.slice(0, 1) });
    new Bucket(spoiled.app.node.findChild("svc-prod-platform"), "Open");
    expect(findings(spoiled.app).join()).toContain("AwsSolutions-S10 svc-prod-platform/Open");
  });

  test("every accepted finding carries its reason, a sentence", () => {
    const accepted = prod.app.node
      .findAll()
      .flatMap((node) => node.node.metadata)
      .filter((entry) => entry.type === "aws:cdk:acknowledged-rules")
      .flatMap((entry) => Object.entries(entry.data as Record<string, string>));
    expect(accepted.length).toBeGreaterThan(0);
    for (const [id, reason] of accepted) expect(reason, id).toMatch(/^[A-Z].{40,}[.]$/);
  });

  test("nothing is accepted for a whole stack or app but the open routes, which the chain authenticates", () => {
    const wide = [prod.app, ...prod.app.node.children.filter((child) => Stack.isStack(child))]
      .flatMap((node) => node.node.metadata)
      .filter((entry) => entry.type === "aws:cdk:acknowledged-rules")
      .flatMap((entry) => Object.keys(entry.data as Record<string, string>));
    expect(new Set(wide.map((id) => id.split("::").at(-1)))).toEqual(new Set(["AwsSolutions-APIG4"]));
  });
});
