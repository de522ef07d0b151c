import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { consumers } from "../contract/consumers.ts";
import { ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER } from "../contract/edge.ts";
import { routes } from "../contract/index.ts";
import { type QueueName, queues } from "../contract/queues.ts";
import { secrets } from "../contract/secrets.ts";
import { indexes } from "../core/platform/table/entity.ts";
import { socketRequestCode, viewerAddressCode } from "./edge.ts";
import { apis } from "./limits.ts";
import {
  prodContext,
  type Resource,
  type Synthesized,
  stackOf,
  synthesize,
  target,
} from "./synth.fixture.ts";

// The platform's stack does not depend on the number of routes.
const some = routes.slice(0, 1);
let prod: Synthesized;
beforeAll(() => {
  prod = synthesize({ routes: some, sockets: [] });
});

const only = (type: string): Resource => {
  const found = Object.values(prod.of(type));
  expect(found, type).toHaveLength(1);
  return found[0] as Resource;
};

describe("the table", () => {
  test("has point-in-time recovery, deletion protection, encryption and a TTL", () => {
    const { Properties, DeletionPolicy } = only("AWS::DynamoDB::GlobalTable");
    expect(DeletionPolicy).toBe("Retain");
    expect(Properties).toMatchObject({
      BillingMode: "PAY_PER_REQUEST",
      TimeToLiveSpecification: { AttributeName: "ttl", Enabled: true },
      SSESpecification: { SSEEnabled: true, SSEType: "KMS" },
    });
    expect(Properties.Replicas).toHaveLength(1);
    expect(Properties.Replicas[0]).toMatchObject({
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
  });

  test("has the indexes of the entities, which contain only keys", () => {
    const made = only("AWS::DynamoDB::GlobalTable").Properties.GlobalSecondaryIndexes.map(
      (one: {
        IndexName: string;
        KeySchema: { AttributeName: string }[];
        Projection: { ProjectionType: string };
      }) => [one.IndexName, ...one.KeySchema.map((key) => key.AttributeName), one.Projection.ProjectionType],
    );
    expect(made).toEqual(Object.entries(indexes).map(([name, { pk, sk }]) => [name, pk, sk, "KEYS_ONLY"]));
  });
});

describe("the queues", () => {
  /** Returns the logical id of a queue from its ARN. */
  const idOf = (arn: { readonly "Fn::GetAtt": readonly [string, "Arn"] }): string => arn["Fn::GetAtt"][0];

  /** The queues of failed messages: the dead-letter queues, and those of skipped stream changes. */
  const deadLetters = (): string[] =>
    Object.values(prod.of("AWS::SQS::Queue")).flatMap(({ Properties: { RedrivePolicy: redrive } }) =>
      redrive ? [idOf(redrive.deadLetterTargetArn)] : [],
    );
  const skipped = (): string[] =>
    Object.values(prod.of("AWS::Lambda::EventSourceMapping")).flatMap(
      ({ Properties: { DestinationConfig: to } }) => (to ? [idOf(to.OnFailure.Destination)] : []),
    );

  test("are the contract's with their dead letters, one for skipped changes per stream, and one for ticks", () => {
    const streamed = consumers.filter(({ trigger }) => "stream" in trigger);
    expect(new Set(deadLetters()).size).toBe(Object.keys(queues).length);
    expect(new Set(skipped()).size).toBe(streamed.length);
    const all = Object.keys(prod.of("AWS::SQS::Queue"));
    expect(all).toHaveLength(2 * Object.keys(queues).length + streamed.length + 1);
  });

  test("are encrypted, and those of failed messages have an alarm", () => {
    for (const one of Object.values(prod.of("AWS::SQS::Queue"))) {
      expect(one.Properties.SqsManagedSseEnabled).toBe(true);
    }
    const watched = Object.entries(prod.of("AWS::CloudWatch::Alarm")).flatMap(([path, { Properties }]) =>
      (Properties.Dimensions ?? [])
        .filter(({ Name }: { Name: string }) => Name === "QueueName")
        .map(({ Value }: { Value: unknown }) => target(prod, stackOf(path), Value).split("/").at(-1)),
    );
    for (const id of [...deadLetters(), ...skipped()]) expect(watched).toContain(id);
  });

  test("have an alarm for dead letters that states the redrive command", () => {
    const descriptions = Object.values(prod.of("AWS::CloudWatch::Alarm")).map((one) =>
      JSON.stringify(one.Properties.AlarmDescription),
    );
    for (const name of Object.keys(queues))
      expect(descriptions).toContainEqual(
        expect.stringContaining(`npm run redrive -- --stage prod ${name} returns`),
      );
  });

  test("retain a message for 4 days if they have a consumer, and for 14 days otherwise", () => {
    const days = ({ Properties }: Resource) => Properties.MessageRetentionPeriod / 86_400;
    const made = Object.entries(prod.of("AWS::SQS::Queue"));
    const sources = made.filter(([, one]) => one.Properties.RedrivePolicy);
    const consumed = consumers.flatMap(({ trigger }) => ("queue" in trigger ? [trigger.queue] : []));
    for (const name of Object.keys(queues) as QueueName[]) {
      const [, source] = sources.find(([path]) => path.includes(`/${name.replaceAll("-", "")}queue`)) as [
        string,
        Resource,
      ];
      expect(days(source), name).toBe(consumed.includes(name) ? 4 : 14);
    }
    const last = made.filter(([, one]) => !one.Properties.RedrivePolicy);
    expect(last.map(([, one]) => days(one))).toEqual(last.map(() => 14));
  });

  test("reject requests without TLS", () => {
    const policies = Object.entries(prod.of("AWS::SQS::QueuePolicy"));
    const held = policies.flatMap(([path, { Properties }]) => {
      expect(Properties.PolicyDocument.Statement).toContainEqual(
        expect.objectContaining({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
      );
      return Properties.Queues.map(({ Ref }: { Ref: string }) => `${stackOf(path)}/${Ref}`);
    });
    expect(held.toSorted()).toEqual(Object.keys(prod.of("AWS::SQS::Queue")).toSorted());
  });

  test("have alarms with one action each, and topics are encrypted", () => {
    for (const one of Object.values(prod.of("AWS::CloudWatch::Alarm"))) {
      expect(one.Properties.AlarmActions).toHaveLength(1);
    }
    for (const [path, { Properties }] of Object.entries(prod.of("AWS::SNS::Topic")))
      expect(Properties.KmsMasterKeyId, path).toBeDefined();
  });
});

describe("the secrets", () => {
  test("are generated by AWS or set by the operator, and have no value in a template", () => {
    const made = Object.values(prod.of("AWS::SecretsManager::Secret"));
    expect(made).toHaveLength(Object.keys(secrets).length);
    for (const { Properties, DeletionPolicy } of made) {
      const name: keyof typeof secrets = Properties.Name.replace("svc/prod/", "");
      expect(Properties.SecretString, name).toBeUndefined();
      expect(Properties.GenerateSecretString !== undefined, name).toBe(secrets[name].generated);
      expect(DeletionPolicy, name).toBe("RetainExceptOnCreate");
    }
  });
});

test("docs/OPERATIONS.md describes the rotation of each secret", () => {
  const [, section = ""] = readFileSync("docs/OPERATIONS.md", "utf8").split("## Secrets and their rotation");
  for (const name of Object.keys(secrets)) expect(section).toContain(`\`${name}\``);
});

describe("each HTTP API", () => {
  test("has a throttled stage that logs each access as JSON to a log group of its own", () => {
    const stages = Object.values(prod.of("AWS::ApiGatewayV2::Stage"));
    expect(stages).toHaveLength(apis.length);
    for (const { Properties } of stages) {
      expect(Properties.StageName).toBe("$default");
      expect(Properties.DefaultRouteSettings).toMatchObject({
        ThrottlingBurstLimit: 4000,
        ThrottlingRateLimit: 2000,
      });
      const line = JSON.parse(Properties.AccessLogSettings.Format);
      expect(Object.keys(line)).toEqual(
        expect.arrayContaining([
          "gatewayRequestId",
          "route",
          "status",
          "latencyMs",
          "ip",
          "integrationError",
        ]),
      );
    }
    const groups = Object.values(prod.of("AWS::Logs::LogGroup")).map((one) => one.Properties.LogGroupName);
    expect(groups).toEqual(
      expect.arrayContaining(["/aws/vendedlogs/svc-prod/access", "/aws/vendedlogs/svc-prod/access-public"]),
    );
  });

  test("has no CORS configuration, because the chain answers CORS requests", () => {
    const made = Object.values(prod.of("AWS::ApiGatewayV2::Api")).map((one) => one.Properties);
    expect(made.map((one) => one.ProtocolType).toSorted()).toEqual(["HTTP", "HTTP", "WEBSOCKET"]);
    for (const one of made) expect(one.CorsConfiguration).toBeUndefined();
  });
});

describe("the edge", () => {
  const config = () => only("AWS::CloudFront::Distribution").Properties.DistributionConfig;

  test("uses HTTPS only, with TLS 1.2 or later on both sides, and caches nothing by default", () => {
    const { DefaultCacheBehavior, CacheBehaviors, ViewerCertificate, Origins } = config();
    for (const one of [DefaultCacheBehavior, ...CacheBehaviors]) {
      expect(one.ViewerProtocolPolicy).toBe("https-only");
      expect(one.CachePolicyId).toBe("4135ea2d-6df8-44a3-9df3-4b5a84be39ad"); // CachingDisabled
    }
    expect(ViewerCertificate.MinimumProtocolVersion).toBe("TLSv1.2_2021");
    expect(Origins).toHaveLength(apis.length + 1);
    for (const one of Origins) {
      expect(one.CustomOriginConfig).toMatchObject({
        OriginProtocolPolicy: "https-only",
        OriginSSLProtocols: ["TLSv1.2"],
      });
    }
  });

  test("caches no error of any status", () => {
    const statuses = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];
    expect(config().CustomErrorResponses).toEqual(
      statuses.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    );
  });

  test("sends every API a secret whose value is in no template", () => {
    for (const { OriginCustomHeaders } of config().Origins) {
      const [header] = OriginCustomHeaders;
      expect(header.HeaderName).toBe(ORIGIN_SECRET_HEADER);
      expect(JSON.stringify(header.HeaderValue)).toContain("{{resolve:secretsmanager:");
    }
  });

  test("sends the configured version of its secret, so that a rotation changes the template", () => {
    const sent = ({ of }: Synthesized) =>
      Object.values(of("AWS::CloudFront::Distribution")).flatMap(({ Properties }) =>
        Properties.DistributionConfig.Origins.map(
          (one: { OriginCustomHeaders: [{ HeaderValue: unknown }] }) =>
            JSON.stringify(one.OriginCustomHeaders[0].HeaderValue),
        ),
      );
    const originSecretVersion = "5048b5a5-3ba3-4d3c-8f3e-6b5bbd0d6d6e";
    const rotated = synthesize({ routes: some }, { ...prodContext, originSecretVersion });
    expect(sent(rotated).length).toBeGreaterThanOrEqual(3);
    for (const value of sent(rotated)) expect(value).toContain(`:SecretString:::${originSecretVersion}}}`);
    for (const value of sent(prod)) expect(value).toContain(":SecretString:::}}");
    const { OriginSecretVersion } = rotated.templates.get("svc-prod-edge")?.toJSON().Outputs ?? {};
    expect(OriginSecretVersion.Value).toBe(originSecretVersion);
    expect(() => synthesize({ routes: some }, { ...prodContext, originSecretVersion: "newest" })).toThrow(
      "originSecretVersion must be the VersionId that put-secret-value returned",
    );
  });

  test("sends the WebSocket's path to its API's stage with the client's address, and rejects other paths below /ws", () => {
    const handler = new Function("event", `${socketRequestCode("live")}; return handler(event);`);
    const visit = (uri: string) =>
      handler({
        viewer: { ip: "192.0.2.7" },
        request: { uri, headers: { upgrade: { value: "websocket" } } },
      });
    expect(visit("/ws/prices")).toEqual({
      uri: "/live",
      headers: { upgrade: { value: "websocket" }, [VIEWER_ADDRESS_HEADER]: { value: "192.0.2.7" } },
    });
    expect(visit("/ws/other")).toMatchObject({ statusCode: 404 });
    const behavior = behaviorOf("/ws/*");
    // Without Host, and with all headers of a WebSocket's handshake.
    expect(behavior.OriginRequestPolicyId).toEqual(config().DefaultCacheBehavior.OriginRequestPolicyId);
    expect(behavior.FunctionAssociations[0].EventType).toBe("viewer-request");
    expect(edgeFunctions()).toContain(socketRequestCode("live"));
  });

  test("sends HSTS with subdomains for two years, and forbids frames, on every path, also if no handler responds", () => {
    const policies = Object.entries(prod.of("AWS::CloudFront::ResponseHeadersPolicy"));
    for (const behavior of [config().DefaultCacheBehavior, ...config().CacheBehaviors]) {
      const { Ref: id = "" } = behavior.ResponseHeadersPolicyId;
      const [, policy] = policies.find(([name]) => name.endsWith(`/${id}`)) ?? [];
      const { SecurityHeadersConfig: sent } = policy?.Properties.ResponseHeadersPolicyConfig ?? {};
      expect(sent.StrictTransportSecurity, behavior.PathPattern).toMatchObject({
        AccessControlMaxAgeSec: 63_072_000,
        IncludeSubdomains: true,
      });
      expect(sent.ContentSecurityPolicy.ContentSecurityPolicy).toContain("frame-ancestors");
      expect(sent.ContentTypeOptions).toBeDefined();
    }
  });

  test("sends every version of the public API to an HTTP API of its own", () => {
    const targets = ["/v1/*", "/v2/*"].map((path) => behaviorOf(path).TargetOriginId);
    expect(new Set(targets).size).toBe(1);
    expect(targets[0]).not.toBe(config().DefaultCacheBehavior.TargetOriginId);
    expect(targets[0]).not.toBe(behaviorOf("/ws/*").TargetOriginId);
  });

  const behaviorOf = (path: string) =>
    config().CacheBehaviors.find(({ PathPattern }: { PathPattern: string }) => PathPattern === path);

  const edgeFunctions = () =>
    Object.values(prod.of("AWS::CloudFront::Function")).map((one) => one.Properties.FunctionCode);

  test("overwrites the client address in a header that the client sent", () => {
    const handler = new Function("event", `${viewerAddressCode}; return handler(event);`);
    const headers = { [VIEWER_ADDRESS_HEADER]: { value: "6.6.6.6" }, accept: { value: "*/*" } };
    const request = handler({ viewer: { ip: "2001:db8::7" }, request: { headers } });
    expect(request.headers).toEqual({
      [VIEWER_ADDRESS_HEADER]: { value: "2001:db8::7" },
      accept: { value: "*/*" },
    });
    const { EventType } = config().DefaultCacheBehavior.FunctionAssociations[0];
    expect(EventType).toBe("viewer-request");
    expect(edgeFunctions()).toContain(viewerAddressCode);
  });

  test("sets headers whose names the chain uses", () => {
    const chain = readdirSync("functions/_chain")
      .filter((file) => !file.endsWith(".test.ts"))
      .map((file) => readFileSync(`functions/_chain/${file}`, "utf8"))
      .join();
    expect(chain).toMatch(new RegExp(`${VIEWER_ADDRESS_HEADER}|VIEWER_ADDRESS_HEADER`));
    expect(chain).toMatch(new RegExp(`${ORIGIN_SECRET_HEADER}|ORIGIN_SECRET_HEADER`));
  });

  test("forwards all headers except Host, all cookies and all query parameters", () => {
    expect(only("AWS::CloudFront::OriginRequestPolicy").Properties.OriginRequestPolicyConfig).toMatchObject({
      HeadersConfig: { HeaderBehavior: "allExcept", Headers: ["Host"] },
      CookiesConfig: { CookieBehavior: "all" },
      QueryStringsConfig: { QueryStringBehavior: "all" },
    });
  });

  test("does not log query strings, which may hold an API key, and nor do the APIs", () => {
    expect(config().Logging).toBeUndefined();
    const stages = Object.values(synthesize({ routes: some }).of("AWS::ApiGatewayV2::Stage"));
    expect(stages).toHaveLength(apis.length + 1);
    for (const { Properties } of stages) {
      const line = JSON.stringify(Properties.AccessLogSettings.Format);
      expect(line).toContain("$context.requestId");
      expect(line).not.toMatch(/query|\$context\.(?:uri|requestUri)/i);
    }
  });

  test("has the distribution's own URL as PUBLIC_URL if the stage has no domain", () => {
    const bare = synthesize({ routes: some }, {});
    const variables = Object.values(bare.of("AWS::Lambda::Function"))[0]?.Properties.Environment.Variables;
    expect(JSON.stringify(variables.PUBLIC_URL)).toContain("Distribution");
  });
});
