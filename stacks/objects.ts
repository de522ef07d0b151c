import { CfnOutput, Duration, Fn, RemovalPolicy, Stack } from "aws-cdk-lib";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { accept } from "./accept.ts";

/** How long the results of jobs are kept; `core/jobs` says so to their owners. */
const KEPT = Duration.days(30);

/** The output that says the bucket's name. */
const BUCKET_OUTPUT = "ObjectsBucket";

/** The bucket of the platform's files. Nobody reads it but by links that functions sign for a while. */
export function objects(scope: Construct): Bucket {
  const made = new Bucket(scope, "Objects", {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN,
    lifecycleRules: [
      { prefix: "jobs/", expiration: KEPT, abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
  });
  new CfnOutput(scope, BUCKET_OUTPUT, { value: made.bucketName });
  accept(
    made,
    "AwsSolutions-S1",
    "Who asked for a link is in the functions' logs, by user and job; a server access log would add a second bucket that holds the links' signatures.",
  );
  return made;
}

/**
 * The files of the bucket, for a role. The bucket's name is read from the output by its name, so that the
 * text of the finding about the wildcard is known before the stacks are put together.
 */
export const filesArn = (scope: Construct, bucket: Bucket): string =>
  `arn:${Stack.of(scope).partition}:s3:::${Fn.getStackOutput(Stack.of(bucket).stackName, BUCKET_OUTPUT)}/*`;
