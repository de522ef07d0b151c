import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  AwsSolutionsChecks,
  HIPAASecurityChecks,
  NIST80053R5Checks,
  PCIDSS321Checks,
  ServerlessChecks,
} from "cdk-nag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { consoleHeaders, payHeaders } from "../contract/console.ts";
import { routes } from "../contract/index.ts";
import { consoleRequestCode } from "./console.ts";
import { type Synthesized, synthesize } from "./synth.fixture.ts";

const consoleFolder = mkdtempSync(join(tmpdir(), "console-"));
mkdirSync(join(consoleFolder, "assets"));
writeFileSync(join(consoleFolder, "index.html"), "<!doctype html>");
writeFileSync(join(consoleFolder, "assets/a.js"), "");
afterAll(() => rmSync(consoleFolder, { recursive: true }));

let prod: Synthesized;
beforeAll(() => {
  prod = synthesize({ routes: routes.slice(0, 1), consumers: [], consoleFolder });
});

describe("the console in the distribution", () => {
  const behaviorOf = (path: string) => {
    const [distribution] = Object.values(prod.of("AWS::CloudFront::Distribution"));
    return distribution?.Properties.DistributionConfig.CacheBehaviors.find(
      ({ PathPattern }: { PathPattern: string }) => PathPattern === path,
    );
  };
  const policyOf = (path: string) => {
    const { Ref: id } = behaviorOf(path).ResponseHeadersPolicyId;
    return Object.entries(prod.of("AWS::CloudFront::ResponseHeadersPolicy")).find(([name]) =>
      name.endsWith(`/${id}`),
    )?.[1].Properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig.ContentSecurityPolicy
      .ContentSecurityPolicy;
  };

  test("has the same content security policy as on a laptop, and Stripe's hosts only where cards are entered", () => {
    expect(policyOf("/app")).toBe(consoleHeaders["content-security-policy"]);
    expect(policyOf("/app/*")).toBe(consoleHeaders["content-security-policy"]);
    expect(policyOf("/app/pay")).toBe(payHeaders["content-security-policy"]);
    expect(consoleHeaders["content-security-policy"]).not.toContain("stripe");
  });

  test("is compressed, read-only and HTTPS only", () => {
    for (const path of ["/app", "/app/*", "/app/pay"])
      expect(behaviorOf(path)).toMatchObject({
        Compress: true,
        ViewerProtocolPolicy: "https-only",
      });
  });

  test("is private in its bucket: only the distribution reads it", () => {
    const policies = Object.values(prod.of("AWS::S3::BucketPolicy")).filter((one) =>
      JSON.stringify(one).includes("ConsoleFiles"),
    );
    const allowed = policies
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter(({ Effect }: { Effect: string }) => Effect === "Allow");
    expect(allowed).toMatchObject([
      { Action: "s3:GetObject", Principal: { Service: "cloudfront.amazonaws.com" } },
    ]);
  });

  test("keeps files of earlier versions, caches files for a year, and asks for the page each time", () => {
    const uploads = Object.values(prod.of("Custom::CDKBucketDeployment")).map((one) => one.Properties);
    expect(uploads.map(({ Prune, SystemMetadata }) => [Prune, SystemMetadata["cache-control"]])).toEqual(
      expect.arrayContaining([
        [false, "max-age=31536000, immutable"],
        [false, "no-cache"],
      ]),
    );
  });
});

test.each([
  ["AwsSolutions", new AwsSolutionsChecks()],
  ["Serverless", new ServerlessChecks()],
  ["NIST.800.53.R5", new NIST80053R5Checks()],
  ["PCI.DSS.321", new PCIDSS321Checks()],
  ["HIPAA.Security", new HIPAASecurityChecks()],
])("has no unaccepted finding of cdk-nag's pack %s", (_, pack) => {
  const front = prod.app.node.findChild("svc-prod-edge");
  const found = pack
    .validateScope(front)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
    );
  expect(found).toEqual([]);
});

test.each([
  ["/app", "/app/index.html"],
  ["/app/", "/app/index.html"],
  ["/app/wallets/BTC", "/app/index.html"],
  ["/app/assets/index-1a2b.js", "/app/assets/index-1a2b.js"],
])("the distribution serves %s as %s", (uri, expected) => {
  const handler = new Function(`${consoleRequestCode}; return handler;`)();
  expect(handler({ request: { uri } })).toEqual({ uri: expected });
});
