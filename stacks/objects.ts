import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { accept } from "./accept.ts";

/** How long the results of jobs are kept; `core/jobs` says so to their owners. */
const KEPT = Duration.days(30);

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
  accept(
    made,
    "AwsSolutions-S1",
    "Who asked for a link is in the functions' logs, by user and job; a server access log would add a second bucket that holds the links' signatures.",
  );
  return made;
}
