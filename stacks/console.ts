import { Duration, RemovalPolicy, type Stack } from "aws-cdk-lib";
import {
  type BehaviorOptions,
  CachePolicy,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from "aws-cdk-lib/aws-s3";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import { CONSOLE_PATH, consoleHeaders, PAY_PATH, payHeaders } from "../contract/console.ts";
import { accept, type Finding, inStandards, nagText } from "./accept.ts";

/** The console's files in a private bucket, and the distribution's behaviors for them. */

const ASSETS = `${CONSOLE_PATH}/assets/`;

/** Serves the application's page for every screen. Only its files have names of their own. */
export const consoleRequestCode = `function handler(event) {
  var request = event.request;
  if (request.uri.indexOf("${ASSETS}") !== 0) request.uri = "${CONSOLE_PATH}/index.html";
  return request;
}`;

/**
 * Creates the bucket, the upload of the built console, and the behaviors by path. Files of earlier versions stay, for pages that
 * are open during a deployment; the page itself is asked for each time.
 * @param folder the built console
 */
export function consoleBehaviors(stack: Stack, folder: string): Readonly<Record<string, BehaviorOptions>> {
  const bucket = filesBucket(stack);
  upload(stack, bucket, folder);
  const origin = S3BucketOrigin.withOriginAccessControl(bucket);
  const onRequest = {
    eventType: FunctionEventType.VIEWER_REQUEST,
    function: new EdgeFunction(stack, "ConsoleRequest", {
      code: FunctionCode.fromInline(consoleRequestCode),
      runtime: FunctionRuntime.JS_2_0,
      comment: "Serves the console's page for every screen",
    }),
  };
  const behavior = (responseHeadersPolicy: ResponseHeadersPolicy): BehaviorOptions => ({
    origin,
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    compress: true,
    responseHeadersPolicy,
    functionAssociations: [onRequest],
  });
  const application = behavior(headersPolicy(stack, "ConsoleHeaders", consoleHeaders));
  return {
    [PAY_PATH]: behavior(headersPolicy(stack, "PayHeaders", payHeaders)),
    [CONSOLE_PATH]: application,
    [`${CONSOLE_PATH}/*`]: application,
  };
}

function filesBucket(stack: Stack): IBucket {
  const bucket = new Bucket(stack, "ConsoleFiles", {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    encryption: BucketEncryption.S3_MANAGED,
    removalPolicy: RemovalPolicy.RETAIN,
    lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
  });
  accept(
    bucket,
    [
      "AwsSolutions-S1",
      ...inStandards("S3BucketLoggingEnabled"),
      ...inStandards("S3BucketReplicationEnabled"),
      ...inStandards("S3BucketVersioningEnabled"),
      ...inStandards("S3DefaultEncryptionKMS", ["NIST.800.53.R5", "PCI.DSS.321", "HIPAA.Security"]),
    ],
    "The files are the public code of the console, the same for every visitor, and are built again from the source at each deployment.",
  );
  // Its types do not consider exactOptionalPropertyTypes.
  return bucket as IBucket;
}

function upload(stack: Stack, bucket: IBucket, folder: string): void {
  const shared = {
    destinationBucket: bucket,
    destinationKeyPrefix: CONSOLE_PATH.slice(1),
    prune: false,
    memoryLimit: 512,
  };
  const source = (exclude: readonly string[]) => Source.asset(folder, { exclude: [".vite/**", ...exclude] });
  const files = new BucketDeployment(stack, "ConsoleUpload", {
    ...shared,
    sources: [source(["index.html"])],
    cacheControl: [CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
  });
  const page = new BucketDeployment(stack, "ConsolePageUpload", {
    ...shared,
    sources: [source(["assets/**"])],
    cacheControl: [CacheControl.noCache()],
  });
  // A page names files that must exist before it.
  page.node.addDependency(files);
  acceptUploader(stack, files, bucket);
}

/** Accepts the findings about the function with which the CDK uploads files. Both uploads share it. */
function acceptUploader(stack: Stack, { handlerRole }: BucketDeployment, bucket: IBucket): void {
  const uploader = handlerRole.node.scope;
  if (!uploader) throw new Error("the uploader's role has no function");
  const action = (name: string): Finding => `AwsSolutions-IAM5[Action::s3:${name}*]`;
  accept(
    uploader,
    [
      ...["GetBucket", "GetObject", "List", "Abort", "DeleteObject"].map(action),
      "AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*]",
      `AwsSolutions-IAM5[Resource::${nagText(stack, bucket.arnForObjects("*"))}]`,
    ],
    "The CDK's uploader reads the deployment's files and writes to the console's bucket only, which holds nothing else.",
  );
  accept(
    uploader,
    [
      "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]",
      "AwsSolutions-L1",
      "Serverless-LambdaDLQ",
      "Serverless-LambdaLatestVersion",
      "Serverless-LambdaTracing",
      ...inStandards("IAMNoInlinePolicy"),
      ...inStandards("LambdaConcurrency", ["NIST.800.53.R5", "HIPAA.Security"]),
      ...inStandards("LambdaDLQ", ["NIST.800.53.R5", "HIPAA.Security"]),
      ...inStandards("LambdaInsideVPC"),
    ],
    "The CDK defines this function, its runtime and its role. CloudFormation calls it during a deployment and fails the deployment if it fails.",
  );
}

const headersPolicy = (
  stack: Stack,
  id: string,
  { "content-security-policy": policy, ...headers }: Readonly<Record<string, string>>,
): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(stack, id, {
    comment: "The security headers of the console",
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: policy ?? "", override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, override: true },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(730),
        includeSubdomains: true,
        override: true,
      },
    },
    customHeadersBehavior: {
      customHeaders: Object.entries(headers)
        .filter(([header]) => header === "permissions-policy" || header === "cross-origin-opener-policy")
        .map(([header, value]) => ({ header, value, override: true })),
    },
  });
