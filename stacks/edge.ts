import { Duration, Fn, RemovalPolicy } from "aws-cdk-lib";
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
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER } from "../contract/edge.ts";
import { accept } from "./accept.ts";
import type { Api } from "./api.ts";
import type { StageConfig } from "./config.ts";
import type { SecretRef } from "./secrets.ts";

/**
 * Names the client to the API. An origin request policy that leaves Host out, as API Gateway needs, leaves out CloudFront's
 * own CloudFront-Viewer-Address too; and the header of a client that lies must be overwritten, which this does.
 */
export const viewerAddressCode = `function handler(event) {
  var request = event.request;
  request.headers["${VIEWER_ADDRESS_HEADER}"] = { value: event.viewer.ip };
  return request;
}`;

/** The distribution in front of the API: HTTPS only, nothing cached, all headers but Host passed on. */
export function edge(scope: Construct, config: StageConfig, api: Api, originSecret: SecretRef): Distribution {
  const distribution = new Distribution(scope, "Distribution", {
    comment: `svc ${config.stage}`,
    defaultBehavior: {
      origin: apiOrigin(api, originSecret),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: new OriginRequestPolicy(scope, "AllButHost", {
        comment: "Everything that the viewer sent but Host, which must name the API",
        headerBehavior: OriginRequestHeaderBehavior.denyList("Host"),
        cookieBehavior: OriginRequestCookieBehavior.all(),
        queryStringBehavior: OriginRequestQueryStringBehavior.all(),
      }),
      // For the answers that never reach a handler, such as a throttled request's: handlers send stricter ones.
      responseHeadersPolicy: ResponseHeadersPolicy.SECURITY_HEADERS,
      functionAssociations: [{ eventType: FunctionEventType.VIEWER_REQUEST, function: viewerAddress(scope) }],
    },
    priceClass: PriceClass[priceClasses[config.priceClass]],
    logBucket: logBucket(scope),
    ...(config.domain && {
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      domainNames: [config.domain.name],
      certificate: Certificate.fromCertificateArn(scope, "Certificate", config.domain.certificateArn),
    }),
    ...(config.webAclArn !== undefined && { webAclId: config.webAclArn }),
  });
  acceptFindings(distribution, config);
  return distribution;
}

const priceClasses = {
  PriceClass_100: "PRICE_CLASS_100",
  PriceClass_200: "PRICE_CLASS_200",
  PriceClass_All: "PRICE_CLASS_ALL",
} as const;

const apiOrigin = ({ httpApi }: Api, originSecret: SecretRef): HttpOrigin =>
  new HttpOrigin(Fn.select(2, Fn.split("/", httpApi.apiEndpoint)), {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    // A dynamic reference: the template holds the secret's name, CloudFormation puts in its value at deployment.
    customHeaders: { [ORIGIN_SECRET_HEADER]: originSecret.secretValue.unsafeUnwrap() },
  });

const viewerAddress = (scope: Construct): EdgeFunction =>
  new EdgeFunction(scope, "ViewerAddress", {
    code: FunctionCode.fromInline(viewerAddressCode),
    runtime: FunctionRuntime.JS_2_0,
    comment: "Names the client's address to the API",
  });

function logBucket(scope: Construct): IBucket {
  const bucket = new Bucket(scope, "EdgeLogs", {
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    // CloudFront's standard logs are delivered by ACL.
    objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
    lifecycleRules: [{ expiration: Duration.days(90) }],
    removalPolicy: RemovalPolicy.RETAIN,
  });
  accept(
    bucket,
    "AwsSolutions-S1",
    "This bucket is itself the access log; a log of its log would have no end.",
  );
  // The CDK is not written for exactOptionalPropertyTypes: to TypeScript a Bucket is not quite an IBucket.
  return bucket as IBucket;
}

function acceptFindings(distribution: Distribution, config: StageConfig): void {
  accept(
    distribution,
    "AwsSolutions-CFR1",
    "Customers may use the platform wherever they travel; sanctions are checked on the person at onboarding, not on the network.",
  );
  if (config.webAclArn === undefined) {
    accept(
      distribution,
      "AwsSolutions-CFR2",
      "A web ACL for CloudFront must live in us-east-1, so the operator makes it there and names it as webAclArn; rate limits and input checks do not depend on it.",
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
