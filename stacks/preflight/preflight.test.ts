import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { App, Stack } from "aws-cdk-lib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type SecretName, secretId, secrets } from "../../contract/secrets.ts";
import { type AwsDouble, startAwsDouble } from "../aws-double.fixture.ts";
import { allUnits } from "../svc.ts";
import { prodContext } from "../synth.fixture.ts";
import { BOOTSTRAP_VERSION } from "./account.ts";
import { account } from "./aws.ts";
import { preflight } from "./check.ts";
import { type Finding, wouldWork, written } from "./finding.ts";
import { covers, type Names } from "./front.ts";

/** Finds what a first deployment lacks, with the fix. Uses the real clients and an AWS double. */

let aws: AwsDouble;
beforeAll(async () => {
  aws = await startAwsDouble();
});
afterAll(() => aws.stop());
beforeEach(() => {
  for (const [name, value] of Object.entries(aws.env)) vi.stubEnv(name, value);
  ready();
});
afterEach(() => {
  vi.unstubAllEnvs();
  aws.asked.length = 0;
});

const DISTRIBUTION = "d111111abcdef8.cloudfront.net";
const names = Object.keys(secrets) as SecretName[];

const stack = (name: string, outputs: Record<string, string> = {}, status = "CREATE_COMPLETE") => ({
  StackName: name,
  StackStatus: status,
  CreationTime: new Date("2026-01-01"),
  Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
});

const toolkit = (version: number) => stack("CDKToolkit", { BootstrapVersion: String(version) });

let quotas: Record<string, number>;
let deployed: ReturnType<typeof stack>[];
let bootstrapped: ReturnType<typeof stack> | undefined;

/** Sets up an account that is ready for a first deployment. */
function ready(): void {
  quotas = { "L-B99A9384": 1000, "L-8A5B8E43": 10_000, "L-AB614373": 40_000 };
  deployed = [];
  bootstrapped = toolkit(30);
  aws.answers.clear();
  const answer = (operation: string, what: Parameters<AwsDouble["answers"]["set"]>[1]) =>
    aws.answers.set(operation, what);
  answer("GetCallerIdentity", () => ({ Account: "123456789012", Arn: "arn:aws:iam::123456789012:user/ops" }));
  answer("DescribeStacks", ({ StackName: name }, { region }) => {
    const made = region === "us-east-1" ? toolkit(30) : bootstrapped;
    if (name === undefined) return { Stacks: [...(made ? [made] : []), ...deployed] };
    return made
      ? { Stacks: [made] }
      : { refuse: "ValidationError", message: `Stack with id ${name} does not exist` };
  });
  answer("ListStackResources", () => ({
    StackResourceSummaries: [
      { ResourceType: "AWS::SNS::Topic", PhysicalResourceId: "arn:aws:sns:eu-west-3:123456789012:alarms" },
    ],
  }));
  answer("GetServiceQuota", ({ QuotaCode: code }) => ({ Quota: { Value: quotas[String(code)] } }));
  answer("GetAccountSummary", () => ({
    SummaryMap: new Map([
      ["Roles", 20],
      ["RolesQuota", 1000],
    ]),
  }));
  answer("DescribeCertificate", () => ({
    Certificate: {
      Status: "ISSUED",
      SubjectAlternativeNames: ["*.svc.example"],
      NotAfter: new Date("2027-05-01"),
    },
  }));
  answer("GetEmailIdentity", () => ({ VerifiedForSendingStatus: true }));
  answer("GetAccount", () => ({
    ProductionAccessEnabled: true,
    SendingEnabled: true,
    SendQuota: { Max24HourSend: 50_000 },
  }));
  answer("GetSMSSandboxAccountStatus", () => ({ IsInSandbox: false }));
  answer("GetSMSAttributes", () => ({ attributes: new Map([["MonthlySpendLimit", "200"]]) }));
  answer("ListSubscriptionsByTopic", () => ({
    Subscriptions: [{ Endpoint: "ops@svc.example", SubscriptionArn: "PendingConfirmation" }],
  }));
  answer("ListSecrets", () => ({ SecretList: [] }));
}

/** Sets up the same account after its first deployment, with every secret filled. */
function afterFirst(empty: readonly SecretName[] = []): void {
  deployed = [stack("svc-prod-platform"), stack("svc-prod-edge", { DistributionDomain: DISTRIBUTION })];
  aws.answers.set("ListSecrets", () => ({
    SecretList: names.map((name) => ({
      Name: secretId("prod", name),
      ...(!empty.includes(name) && { SecretVersionsToStages: { v1: ["AWSCURRENT"] } }),
    })),
  }));
}

const nowhere: Names = {
  resolveCname: () => Promise.reject(new Error("ENOTFOUND")),
  resolve4: () => Promise.reject(new Error("ENOTFOUND")),
};

async function check(
  context: Record<string, string> = prodContext,
  dns: Names = nowhere,
  stage = "prod",
): Promise<readonly Finding[]> {
  return preflight(stage, { tryGetContext: (name) => context[name] }, await account(), dns);
}

const found = (findings: readonly Finding[], id: string): Finding | undefined =>
  findings.find((one) => one.id === id);

describe("preflight", () => {
  test('reports nothing missing in a prepared account, and "to do" for the steps after the deployment', async () => {
    const findings = await check();
    expect(findings.filter(({ state }) => state === "missing" || state === "unknown")).toEqual([]);
    expect(wouldWork(findings)).toBe(true);
    expect(found(findings, "DNS")).toMatchObject({ state: "to do" });
    expect(found(findings, "secrets")).toMatchObject({ state: "to do" });
  });

  test("reads certificates only in us-east-1, and stacks there and in the stage's region", async () => {
    await check();
    const of = (one: string) =>
      aws.asked.filter(({ region }) => region === one).map(({ operation }) => operation);
    expect(new Set(of("us-east-1"))).toEqual(
      new Set(["DescribeCertificate", "GetAccountSummary", "DescribeStacks"]),
    );
    expect(of("eu-west-3")).not.toContain("DescribeCertificate");
    expect(of("eu-west-3")).toContain("DescribeStacks");
  });

  test("makes only reading calls, and reads no secret's value", async () => {
    afterFirst();
    await check();
    expect(
      aws.asked.map(({ operation }) => operation).filter((one) => !/^(Get|List|Describe)/.test(one)),
    ).toEqual([]);
    expect(aws.asked.some(({ operation }) => operation === "GetSecretValue")).toBe(false);
  });

  test("knows the bootstrap version that the templates require", () => {
    const app = new App({ builtinCloudFormationValidation: false });
    const one = new Stack(app, "one");
    expect(app.synth().getStackByName(one.stackName).requiresBootstrapStackVersion).toBe(BOOTSTRAP_VERSION);
  });

  test.each<[string, () => void, string]>([
    [
      "bootstrap of eu-west-3",
      () => (bootstrapped = undefined),
      "npx cdk bootstrap aws://123456789012/eu-west-3",
    ],
    ["bootstrap of eu-west-3", () => (bootstrapped = toolkit(5)), "npx cdk bootstrap"],
    ["stacks", () => (deployed = [stack("svc-prod-edge", {}, "ROLLBACK_COMPLETE")]), "delete-stack"],
    ["stacks", () => (deployed = [stack("svc-prod-edge", {}, "UPDATE_IN_PROGRESS")]), "wait"],
    [
      "quota of Lambda executions",
      () => (quotas["L-B99A9384"] = 400),
      "--quota-code L-B99A9384 --desired-value 1000",
    ],
    [
      "quota of IAM roles",
      () =>
        aws.answers.set("GetAccountSummary", () => ({
          SummaryMap: new Map([
            ["Roles", 1000 - allUnits().length],
            ["RolesQuota", 1000],
          ]),
        })),
      "L-FE177D64",
    ],
    [
      "certificate",
      () => aws.answers.set("DescribeCertificate", () => ({ refuse: "ResourceNotFoundException" })),
      "aws acm request-certificate --region us-east-1 --domain-name api.svc.example",
    ],
    [
      "certificate",
      () =>
        aws.answers.set("DescribeCertificate", () => ({
          Certificate: { Status: "ISSUED", SubjectAlternativeNames: ["other.example", "*.api.svc.example"] },
        })),
      "request-certificate",
    ],
    [
      "certificate",
      () =>
        aws.answers.set("DescribeCertificate", () => ({
          Certificate: {
            Status: "PENDING_VALIDATION",
            SubjectAlternativeNames: ["api.svc.example"],
            DomainValidationOptions: [
              {
                DomainName: "api.svc.example",
                ResourceRecord: {
                  Name: "_a.api.svc.example.",
                  Type: "CNAME",
                  Value: "_b.acm-validations.aws.",
                },
              },
            ],
          },
        })),
      "_a.api.svc.example. CNAME _b.acm-validations.aws.",
    ],
    [
      "e-mail identity",
      () => aws.answers.set("GetEmailIdentity", () => ({ refuse: "NotFoundException" })),
      "aws sesv2 create-email-identity --email-identity mail.svc.example",
    ],
    [
      "e-mail identity",
      () =>
        aws.answers.set("GetEmailIdentity", () => ({
          VerifiedForSendingStatus: false,
          DkimAttributes: { Status: "PENDING", Tokens: ["t1"] },
        })),
      "t1._domainkey.mail.svc.example CNAME t1.dkim.amazonses.com",
    ],
    [
      "e-mail sandbox",
      () => aws.answers.set("GetAccount", () => ({ ProductionAccessEnabled: false, SendingEnabled: true })),
      "put-account-details --production-access-enabled",
    ],
    [
      "secrets",
      () =>
        aws.answers.set("ListSecrets", () => ({
          SecretList: [{ Name: "svc/prod/JWT_SECRET", DeletedDate: new Date("2026-11-01") }],
        })),
      "delete-secret --force-delete-without-recovery --secret-id svc/prod/JWT_SECRET",
    ],
  ])('reports "missing" for the check "%s", with the fix', async (id, breaks, fix) => {
    breaks();
    const findings = await check();
    expect(found(findings, id)).toMatchObject({ state: "missing", fix: expect.stringContaining(fix) });
    expect(findings.filter(({ state }) => state === "missing")).toHaveLength(1);
    expect(wouldWork(findings)).toBe(false);
  });

  test('reports "to do" if another stage is in production\'s account', async () => {
    expect(found(await check(), "account of its own")).toMatchObject({ state: "ok" });
    deployed = [
      stack("svc-dev-platform"),
      stack("svc-old-platform", {}, "DELETE_COMPLETE"),
      stack("other-platform"),
    ];
    expect(found(await check(), "account of its own")).toMatchObject({
      state: "to do",
      detail: expect.stringMatching(/^dev is in it too/),
    });
  });

  test("requires a bootstrap in us-east-1 for a firewall or the distribution's alarms", async () => {
    const { webAclArn: _, region = "", ...bare }: Record<string, string> = prodContext;
    const bootstraps = async (context: Record<string, string>) =>
      (await check(context, nowhere, "dev")).map(({ id }) => id).filter((id) => /^bootstrap/.test(id));
    const both = ["bootstrap of eu-west-3", "bootstrap of us-east-1"];
    expect(await bootstraps(bare)).toEqual(["bootstrap of eu-west-3"]);
    expect(await bootstraps({ ...bare, region })).toEqual(both);
    expect(await bootstraps({ ...bare, firewall: "true" })).toEqual(both);
  });

  test.each<[string, () => void]>([
    ["quota of API Gateway requests", () => (quotas["L-8A5B8E43"] = 2500)],
    ["quota of DynamoDB writes", () => (quotas["L-AB614373"] = 10_000)],
    ["text sandbox", () => aws.answers.set("GetSMSSandboxAccountStatus", () => ({ IsInSandbox: true }))],
    ["text spend limit", () => aws.answers.set("GetSMSAttributes", () => ({ attributes: new Map() }))],
    ["setting BANK_URL", () => undefined],
  ])('reports "to do" for the check "%s", which does not prevent a deployment', async (id, breaks) => {
    breaks();
    const findings = await check();
    expect(found(findings, id)).toMatchObject({ state: "to do", fix: expect.any(String) });
    expect(wouldWork(findings)).toBe(true);
  });

  test('reports "to do" if the alarms do not link to a web page', async () => {
    const { operationsUrl: _, ...bare }: Record<string, string> = prodContext;
    expect(found(await check(bare, nowhere, "dev"), "operationsUrl")).toMatchObject({ state: "to do" });
    expect(found(await check(prodContext, nowhere, "dev"), "operationsUrl")).toBeUndefined();
    expect(found(await check(bare), "configuration")?.detail).toContain("needs operationsUrl");
  });

  test('reports "missing" for a certificate in another region without reading it', async () => {
    const certificateArn =
      "arn:aws:acm:eu-west-3:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000";
    expect(found(await check({ ...prodContext, certificateArn }), "certificate")).toMatchObject({
      state: "missing",
    });
    expect(aws.asked.some(({ operation }) => operation === "DescribeCertificate")).toBe(false);
  });

  test("makes no call except for the caller's identity if the configuration is invalid", async () => {
    const findings = await check({ ...prodContext, PRICE_SOURCE: "simulated" });
    expect(found(findings, "configuration")).toMatchObject({
      state: "missing",
      detail: expect.stringContaining("PRICE_SOURCE"),
    });
    expect(new Set(aws.asked.map(({ operation }) => operation))).toEqual(new Set(["GetCallerIdentity"]));
  });

  test("reports reserved concurrency above the account's quota as a finding about the configuration", async () => {
    const findings = await check({ ...prodContext, accountConcurrency: "150" });
    expect(found(findings, "configuration")?.detail).toContain("functions reserve");
  });

  test("stops after the identity check if the credentials are invalid", async () => {
    aws.answers.set("GetCallerIdentity", () => ({ refuse: "InvalidClientTokenId", message: "no such key" }));
    const findings = await check();
    expect(findings).toMatchObject([
      { id: "account", state: "unknown", detail: expect.stringContaining("no such key") },
    ]);
    expect(wouldWork(findings)).toBe(false);
  });

  test('reports "unknown" if AWS rejects a check, and then predicts that the deployment would not work', async () => {
    aws.answers.delete("GetServiceQuota");
    const findings = await check();
    expect(found(findings, "quota of DynamoDB writes")).toMatchObject({ state: "unknown" });
    expect(wouldWork(findings)).toBe(false);
  });
});

describe("preflight after the first deployment", () => {
  test('reports "to do" for every empty secret that the stage uses', async () => {
    afterFirst(["STRIPE_SECRET_KEY", "GITHUB_CLIENT_SECRET", "BANK_API_KEY"]);
    const context = { ...prodContext, BANK_URL: "https://bank.example/api" };
    const findings = await check(context);
    const empty = findings.filter(({ id, state }) => id.startsWith("secret ") && state === "to do");
    expect(empty.map(({ id }) => id)).toEqual(["secret STRIPE_SECRET_KEY", "secret BANK_API_KEY"]);
    expect(empty[0]?.fix).toBe("npm run secrets -- --stage prod STRIPE_SECRET_KEY");
    expect(wouldWork(findings)).toBe(true);
  });

  test('reports "to do" for the alarms\' e-mail address until it is confirmed', async () => {
    afterFirst();
    expect(found(await check(), "alarm e-mail")).toMatchObject({ state: "to do" });
    aws.answers.set("ListSubscriptionsByTopic", () => ({
      Subscriptions: [
        { Endpoint: "ops@svc.example", SubscriptionArn: "arn:aws:sns:eu-west-3:123456789012:alarms:1" },
      ],
    }));
    expect(found(await check(), "alarm e-mail")).toMatchObject({ state: "ok" });
  });

  test('reports "to do" for the DNS until the domain points to the distribution, by name or by address', async () => {
    afterFirst();
    const elsewhere: Names = { ...nowhere, resolveCname: async () => ["old.example"] };
    expect(found(await check(prodContext, elsewhere), "DNS")).toMatchObject({
      state: "to do",
      fix: expect.stringContaining(`api.svc.example CNAME ${DISTRIBUTION}`),
    });
    const byName: Names = { ...nowhere, resolveCname: async () => [`${DISTRIBUTION}.`] };
    const byAddress: Names = { ...nowhere, resolve4: async () => ["192.0.2.1"] };
    for (const dns of [byName, byAddress])
      expect(found(await check(prodContext, dns), "DNS")).toMatchObject({ state: "ok" });
  });
});

test("the star of a certificate's name matches exactly one label", () => {
  expect(covers("*.svc.example", "api.svc.example")).toBe(true);
  expect(covers("*.svc.example", "svc.example")).toBe(false);
  expect(covers("*.svc.example", "a.b.svc.example")).toBe(false);
  expect(covers("api.svc.example", "api.svc.example")).toBe(true);
});

test("a finding is printed with its fix on the next line", () => {
  expect(written([{ id: "DNS", state: "missing", detail: "none", fix: "make one" }])).toBe(
    "MISSING  DNS: none\n         → make one",
  );
});

describe("npm run preflight", () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ["stacks/preflight/main.ts", ...args], {
      env: { ...process.env, ...aws.env },
    }).then(
      ({ stdout }) => ({ code: 0, stdout, stderr: "" }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        code,
        stdout,
        stderr,
      }),
    );
  const context = Object.entries(prodContext).flatMap(([name, value]) =>
    // No name is resolved, because the distribution does not exist yet.
    name === "stage" ? [] : ["-c", `${name}=${value}`],
  );

  test("exits with 0 if a deployment would work, and prints the findings as JSON", async () => {
    const { code, stdout } = await run("--stage", "prod", "--json", ...context);
    expect(JSON.parse(stdout)).toMatchObject({ stage: "prod", works: true, findings: expect.any(Array) });
    expect(code).toBe(0);
  });

  test("exits with 1 if something is missing, and names it", async () => {
    bootstrapped = undefined;
    const { code, stdout } = await run("--stage", "prod", ...context);
    expect(stdout).toContain("→ npx cdk bootstrap aws://123456789012/eu-west-3");
    expect(stdout).toContain("would not work: 1 missing");
    expect(code).toBe(1);
  });

  test("exits with 2 if its arguments are invalid", async () => {
    expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining("Name the stage.") });
    expect(await run("--stge", "prod")).toMatchObject({ code: 2 });
  });
});
