import { CfnOutput, Duration, SecretValue, type Stack } from "aws-cdk-lib";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  OriginProtocolPolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  OriginSslPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import type { Construct } from "constructs";
import type { KeptPath } from "../contract/edge.ts";
import { ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER } from "../contract/edge.ts";
import { sockets as allSockets } from "../contract/index.ts";
import { versions } from "../contract/public/schemas.ts";
import { accept } from "./accept.ts";
import type { Api } from "./api.ts";
import type { StageConfig } from "./config.ts";
import type { StreamOrigin } from "./domain.ts";
import { keeping } from "./kept.ts";
import type { ApiName } from "./limits.ts";
import type { Secrets } from "./secrets.ts";
import type { SocketApi } from "./socket-api.ts";

/**
 * Names the client to the API. An origin request policy that leaves Host out, as API Gateway needs, leaves
 * out CloudFront's own CloudFront-Viewer-Address too; and the header of a client that lies must be
 * overwritten, which this does.
 */
export const viewerAddressCode = `function handler(event) {
  var request = event.request;
  request.headers["${VIEWER_ADDRESS_HEADER}"] = { value: event.viewer.ip };
  return request;
}`;

/**
 * Leads a WebSocket's path to the API's stage, and names the client as above. Other paths under /ws/ are
 * nobody's.
 */
export const socketDoorCode = (
  stageName: string,
  paths: readonly string[] = allSockets.map(({ path }) => path),
) =>
  `function handler(event) {
  var request = event.request;
  if (${JSON.stringify(paths)}.indexOf(request.uri) < 0) return { statusCode: 404, statusDescription: "Not Found" };
  request.uri = "/${stageName}";
  request.headers["${VIEWER_ADDRESS_HEADER}"] = { value: event.viewer.ip };
  return request;
}`;

/** The output that says which distribution it is. */
export const DISTRIBUTION_ID_OUTPUT = "DistributionId";

export interface Origins {
  readonly apis: Readonly<Record<ApiName, Api>>;
  readonly sockets: SocketApi;
  readonly streams: readonly StreamOrigin[];
  readonly secrets: Pick<Secrets, "ORIGIN_SECRET">;
  /** The firewall, where the stage has one. */
  readonly webAclArn: string | undefined;
  /** Paths whose answers say themselves how long they may be given to everybody. */
  readonly kept: readonly KeptPath[];
}

/**
 * The distribution in front of the APIs and the functions that stream: HTTPS only, nothing cached but what a
 * route declares to be everybody's, all headers but Host passed on.
 *
 * It writes no standard log: that one always has the query, of every behaviour, and a query may hold an API
 * key (`?apiKey=` of the live prices) or the code of a sign-in. The APIs' own access logs, which leave the
 * query out, have a line for each request that gets there.
 * @returns the public URL: `https://host`, without a slash at its end
 */
export function edge(stack: Stack, config: StageConfig, origins: Origins): string {
  const distribution = distribute(stack, config, origins);
  acceptFindings(distribution, config);
  const publicUrl = `https://${config.domain?.name ?? distribution.distributionDomainName}`;
  new CfnOutput(stack, "PublicUrl", { value: publicUrl });
  // Before ORIGIN_SECRET rotates again, this must be its current version.
  new CfnOutput(stack, "OriginSecretVersion", { value: config.originSecretVersion ?? "AWSCURRENT" });
  new CfnOutput(stack, DISTRIBUTION_ID_OUTPUT, { value: distribution.distributionId });
  new CfnOutput(stack, "DistributionDomain", { value: distribution.distributionDomainName });
  return publicUrl;
}

function distribute(scope: Construct, config: StageConfig, origins: Origins): Distribution {
  const { apis, sockets, streams } = origins;
  const originSecret = origins.secrets.ORIGIN_SECRET;
  const origin = originKnowing(
    config.originSecretVersion === undefined
      ? originSecret.secretValue
      : SecretValue.secretsManager(originSecret.secretArn, { versionId: config.originSecretVersion }),
  );
  const originRequestPolicy = allButHost(scope);
  const named = { eventType: FunctionEventType.VIEWER_REQUEST, function: viewerAddress(scope) };
  const streamed = streams.map(({ path, host }) => [
    path,
    {
      origin: origin(host, STREAM_SILENCE),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy,
      // What is compressed is collected first.
      compress: false,
      functionAssociations: [named],
    },
  ]);
  const toApi = ({ host }: Api) => ({
    origin: origin(host),
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    allowedMethods: AllowedMethods.ALLOW_ALL,
    originRequestPolicy,
    // For the answers that never reach a handler, such as a throttled request's: handlers send stricter ones.
    responseHeadersPolicy: ResponseHeadersPolicy.SECURITY_HEADERS,
    functionAssociations: [named],
  });
  const toMain = toApi(apis.main);
  const toPublic = { ...toApi(apis.public), cachePolicy: CachePolicy.CACHING_DISABLED };
  const kept = keeping(scope, origins.kept).map(({ path, cachePolicy, told }) => [
    path,
    { ...toMain, cachePolicy, functionAssociations: [named, told] },
  ]);
  return new Distribution(scope, "Distribution", {
    comment: `svc ${config.stage}`,
    defaultBehavior: { ...toMain, cachePolicy: CachePolicy.CACHING_DISABLED },
    additionalBehaviors: {
      ...Object.fromEntries(streamed),
      ...Object.fromEntries(kept),
      ...Object.fromEntries(versions.map((version) => [`/${version}/*`, toPublic])),
      "/ws/*": {
        origin: origin(sockets.host),
        viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        originRequestPolicy,
        functionAssociations: [
          { eventType: FunctionEventType.VIEWER_REQUEST, function: socketDoor(scope, sockets) },
        ],
      },
    },
    priceClass: PriceClass[priceClasses[config.priceClass]],
    errorResponses: KEPT_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    ...(config.domain && {
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      domainNames: [config.domain.name],
      certificate: Certificate.fromCertificateArn(scope, "Certificate", config.domain.certificateArn),
    }),
    ...(origins.webAclArn !== undefined && { webAclId: origins.webAclArn }),
  });
}

/**
 * The errors that CloudFront would give again for ten seconds, whatever `Cache-Control` says, and to whoever asks
 * for the same address: in another's language, with another's request id, and after what was missing is there.
 * Source: Amazon CloudFront Developer Guide, Control how long CloudFront caches errors.
 */
const KEPT_ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/**
 * How long a stream may say nothing: CloudFront's most without a raised quota, and six times what streams
 * themselves allow.
 */
const STREAM_SILENCE = Duration.seconds(60);

const priceClasses = {
  PriceClass_100: "PRICE_CLASS_100",
  PriceClass_200: "PRICE_CLASS_200",
  PriceClass_All: "PRICE_CLASS_ALL",
} as const;

const allButHost = (scope: Construct): OriginRequestPolicy =>
  new OriginRequestPolicy(scope, "AllButHost", {
    comment: "Everything that the viewer sent but Host, which must name the API",
    headerBehavior: OriginRequestHeaderBehavior.denyList("Host"),
    cookieBehavior: OriginRequestCookieBehavior.all(),
    queryStringBehavior: OriginRequestQueryStringBehavior.all(),
  });

const originKnowing =
  (originSecret: SecretValue) =>
  (host: string, readTimeout?: Duration): HttpOrigin =>
    new HttpOrigin(host, {
      ...(readTimeout && { readTimeout }),
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      // A dynamic reference: the template holds the secret's name, CloudFormation puts in its value at
      // deployment.
      customHeaders: { [ORIGIN_SECRET_HEADER]: originSecret.unsafeUnwrap() },
    });

const viewerAddress = (scope: Construct): EdgeFunction =>
  new EdgeFunction(scope, "ViewerAddress", {
    code: FunctionCode.fromInline(viewerAddressCode),
    runtime: FunctionRuntime.JS_2_0,
    comment: "Names the client's address to the API",
  });

const socketDoor = (scope: Construct, { stageName }: SocketApi): EdgeFunction =>
  new EdgeFunction(scope, "SocketDoor", {
    code: FunctionCode.fromInline(socketDoorCode(stageName)),
    runtime: FunctionRuntime.JS_2_0,
    comment: "Leads to the WebSocket API and names the client's address to it",
  });

function acceptFindings(distribution: Distribution, config: StageConfig): void {
  accept(
    distribution,
    "AwsSolutions-CFR1",
    "Customers may use the platform wherever they travel; sanctions are checked on the person at onboarding, not on the network.",
  );
  accept(
    distribution,
    "AwsSolutions-CFR3",
    "CloudFront's standard log cannot leave out the query, which may hold an API key; both APIs log each request without it. Logging v2 can, but its delivery must live in us-east-1, so the operator makes it there, without cs-uri-query.",
  );
  if (config.firewall.kind === "none") {
    accept(
      distribution,
      "AwsSolutions-CFR2",
      "The stage has asked for no firewall, which costs some dollars a month whether or not anybody comes; production has one. Rate limits and input checks do not depend on it.",
    );
  }
  if (!config.domain) {
    accept(
      distribution,
      "AwsSolutions-CFR4",
      "Without a domain of its own the stage has CloudFront's certificate, whose TLS minimum AWS fixes; production cannot be synthesized without a domain.",
    );
  }
}
