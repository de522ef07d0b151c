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
  HeadersFrameOption,
  HeadersReferrerPolicy,
  OriginProtocolPolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  OriginSslPolicy,
  type PriceClass,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import type { Construct } from "constructs";
import type { CachedPath } from "../contract/edge.ts";
import { ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER } from "../contract/edge.ts";
import { sockets as allSockets } from "../contract/index.ts";
import { versions } from "../contract/public/schemas.ts";
import { accept } from "./accept.ts";
import type { Api } from "./api.ts";
import type { StageConfig } from "./config.ts";
import { consoleBehaviors } from "./console.ts";
import type { StreamOrigin } from "./domain.ts";
import { cacheBehaviors } from "./edge-cache.ts";
import type { ApiName } from "./limits.ts";
import type { Secrets } from "./secrets.ts";
import type { SocketApi } from "./socket-api.ts";

/**
 * Sends the client's address to the API in our own header, and overwrites a header that a client forged. An origin request
 * policy that omits Host, as API Gateway requires, also omits CloudFront-Viewer-Address.
 */
export const viewerAddressCode = `function handler(event) {
  var request = event.request;
  request.headers["${VIEWER_ADDRESS_HEADER}"] = { value: event.viewer.ip };
  return request;
}`;

/** Rewrites a WebSocket's path to the API's stage and sends the client's address. Answers 404 to other paths under /ws/. */
export const socketRequestCode = (
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

/** The output with the distribution's id. */
export const DISTRIBUTION_ID_OUTPUT = "DistributionId";

export interface Origins {
  readonly apis: Readonly<Record<ApiName, Api>>;
  readonly sockets: SocketApi;
  readonly streams: readonly StreamOrigin[];
  readonly secrets: Pick<Secrets, "ORIGIN_SECRET">;
  /** The ARN of the stage's firewall. */
  readonly webAclArn: string | undefined;
  /** Paths whose responses may be cached for all clients as long as they state. */
  readonly cachedPaths: readonly CachedPath[];
  /** The folder of the built console. */
  readonly consoleFolder: string | undefined;
}

/**
 * Creates the distribution in front of the APIs and the streaming functions: HTTPS only, caching only if a route declares its
 * response public, and all headers except Host forwarded.
 *
 * It has no standard log, because that always contains the query string, which may hold an API key (`?apiKey=` of the live
 * prices) or a sign-in code. The APIs' access logs omit the query string.
 * @returns the public URL: `https://host`, without a trailing slash
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

function distribute(scope: Stack, config: StageConfig, origins: Origins): Distribution {
  const { apis, sockets, streams } = origins;
  const originSecret = origins.secrets.ORIGIN_SECRET;
  const origin = originWithSecret(
    config.originSecretVersion === undefined
      ? originSecret.secretValue
      : SecretValue.secretsManager(originSecret.secretArn, { versionId: config.originSecretVersion }),
  );
  const common = {
    // For responses without a handler, such as a throttled request's. Handlers send stricter headers.
    responseHeadersPolicy: securityHeaders(scope),
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    originRequestPolicy: allButHost(scope),
  };
  const named = { eventType: FunctionEventType.VIEWER_REQUEST, function: viewerAddress(scope) };
  const streamed = streams.map(({ path, host }) => [
    path,
    {
      ...common,
      origin: origin(host, STREAM_SILENCE),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      // CloudFront buffers a response to compress it.
      compress: false,
      functionAssociations: [named],
    },
  ]);
  const toApi = ({ host }: Api) => ({
    ...common,
    origin: origin(host),
    allowedMethods: AllowedMethods.ALLOW_ALL,
    functionAssociations: [named],
  });
  const toMain = toApi(apis.main);
  const toPublic = toApi(apis.public);
  const cached = cacheBehaviors(scope, origins.cachedPaths).map(({ path, cachePolicy, onResponse }) => [
    path,
    { ...toMain, cachePolicy, functionAssociations: [named, onResponse] },
  ]);
  return new Distribution(scope, "Distribution", {
    comment: `svc ${config.stage}`,
    defaultBehavior: toMain,
    additionalBehaviors: {
      ...Object.fromEntries(streamed),
      ...(origins.consoleFolder !== undefined && consoleBehaviors(scope, origins.consoleFolder)),
      ...Object.fromEntries(cached),
      ...Object.fromEntries(versions.map((version) => [`/${version}/*`, toPublic])),
      "/ws/*": {
        ...common,
        origin: origin(sockets.host),
        functionAssociations: [
          { eventType: FunctionEventType.VIEWER_REQUEST, function: socketRequest(scope, sockets) },
        ],
      },
    },
    priceClass: config.priceClass as PriceClass,
    errorResponses: UNCACHED_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    ...(config.domain && {
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      domainNames: [config.domain.name],
      certificate: Certificate.fromCertificateArn(scope, "Certificate", config.domain.certificateArn),
    }),
    ...(origins.webAclArn !== undefined && { webAclId: origins.webAclArn }),
  });
}

/**
 * Errors that CloudFront would cache for ten seconds despite `Cache-Control`, and send to other clients: in another language,
 * with another request's id, and after the resource exists. Source: Amazon CloudFront Developer Guide, Control how long
 * CloudFront caches errors.
 */
const UNCACHED_ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/** How long a stream may be silent: CloudFront's default quota, and six times the interval of our streams' keep-alives. */
const STREAM_SILENCE = Duration.seconds(60);

/** The headers of responses that no handler made. A handler's own header of the same name wins. */
const securityHeaders = (scope: Construct): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, "SecurityHeaders", {
    comment: "The security headers of responses without a handler",
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy:
          "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        override: false,
      },
      contentTypeOptions: { override: false },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: false },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: false },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(730),
        includeSubdomains: true,
        preload: true,
        override: false,
      },
    },
  });

const allButHost = (scope: Construct): OriginRequestPolicy =>
  new OriginRequestPolicy(scope, "AllButHost", {
    comment: "Forwards everything except Host, which must name the API",
    headerBehavior: OriginRequestHeaderBehavior.denyList("Host"),
    cookieBehavior: OriginRequestCookieBehavior.all(),
    queryStringBehavior: OriginRequestQueryStringBehavior.all(),
  });

const originWithSecret =
  (originSecret: SecretValue) =>
  (host: string, readTimeout?: Duration): HttpOrigin =>
    new HttpOrigin(host, {
      ...(readTimeout && { readTimeout }),
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      // A dynamic reference: the template contains the secret's name, and CloudFormation inserts its value.
      customHeaders: { [ORIGIN_SECRET_HEADER]: originSecret.unsafeUnwrap() },
    });

const viewerAddress = (scope: Construct): EdgeFunction =>
  new EdgeFunction(scope, "ViewerAddress", {
    code: FunctionCode.fromInline(viewerAddressCode),
    runtime: FunctionRuntime.JS_2_0,
    comment: "Sends the client's address to the API",
  });

const socketRequest = (scope: Construct, { stageName }: SocketApi): EdgeFunction =>
  new EdgeFunction(scope, "SocketDoor", {
    code: FunctionCode.fromInline(socketRequestCode(stageName)),
    runtime: FunctionRuntime.JS_2_0,
    comment: "Routes to the WebSocket API and sends the client's address",
  });

function acceptFindings(distribution: Distribution, config: StageConfig): void {
  accept(
    distribution,
    "AwsSolutions-CFR1",
    "Customers may use the platform while they travel; sanctions are checked per person at onboarding, not by network.",
  );
  accept(
    distribution,
    "AwsSolutions-CFR3",
    "CloudFront's standard log cannot omit the query string, which may hold an API key; both APIs log each request without it. Logging v2 can, but its delivery must be in us-east-1, so the operator creates it there, without cs-uri-query.",
  );
  if (config.firewall.kind === "none") {
    accept(
      distribution,
      "AwsSolutions-CFR2",
      "The stage has no firewall, which costs some dollars a month even without traffic; production has one. Rate limits and input checks do not depend on it.",
    );
  }
  if (!config.domain) {
    accept(
      distribution,
      "AwsSolutions-CFR4",
      "A stage without a domain uses CloudFront's certificate, whose minimum TLS version AWS sets; production cannot be synthesized without a domain.",
    );
  }
}
