import { CfnOutput, Duration, Fn, RemovalPolicy, Stack } from "aws-cdk-lib";
import { Key } from "aws-cdk-lib/aws-kms";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type LifecycleRule,
} from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { lifecycles, OBJECTS_OUTPUT, type Retention } from "../contract/stage.ts";
import { accept, inStandards } from "./accept.ts";

/** The outputs with the buckets' names. */
const OUTPUTS = { results: OBJECTS_OUTPUT, identity: "IdentityBucket" } as const;

export type BucketKind = keyof typeof OUTPUTS;

const rules = (lifecycles: readonly Retention[], versioned: boolean): LifecycleRule[] =>
  lifecycles.map(({ prefix, days }) => ({
    prefix,
    expiration: Duration.days(days),
    ...(versioned && { noncurrentVersionExpiration: Duration.days(Math.min(RECOVERABLE_DAYS, days)) }),
    abortIncompleteMultipartUploadAfter: Duration.days(1),
  }));

/** How many days a deleted, expired or overwritten file can be recovered. */
const RECOVERABLE_DAYS = 7;

function bucket(scope: Construct, id: string, kind: BucketKind, props: BucketProps): Bucket {
  const made = new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN,
    lifecycleRules: rules(lifecycles[kind], props.versioned ?? false),
    ...props,
  });
  new CfnOutput(scope, OUTPUTS[kind], { value: made.bucketName });
  accept(
    made,
    ["AwsSolutions-S1", ...inStandards("S3BucketLoggingEnabled")],
    "The functions' logs record who requested a link, by user and job; a server access log would need a second bucket and contain the links' signatures.",
  );
  accept(
    made,
    inStandards("S3BucketReplicationEnabled"),
    "S3 stores each file in at least three zones of its region; a copy in another region would be one more place with personal documents and statements.",
  );
  return made;
}

/**
 * Creates the bucket of job results and of the records of erased accounts. Clients read results only through links that
 * functions sign for a limited time. The bucket has no versions: results can be generated again, and a record never changes.
 */
export function objects(scope: Construct): Bucket {
  const made = bucket(scope, "Objects", "results", {
    // AWS's own key, which every role with access to the bucket may use through it, without a grant.
    encryption: BucketEncryption.KMS_MANAGED,
    bucketKeyEnabled: true,
  });
  accept(
    made,
    inStandards("S3BucketVersioningEnabled"),
    "A file is a job's result, which can be generated again and is deleted after days, or the record of an erased account, which never changes: versions would retain data that must be deleted.",
  );
  return made;
}

/** The bucket of identity documents, and their key: without access to the key they cannot be read. */
export interface IdentityFiles {
  readonly bucket: Bucket;
  readonly key: Key;
}

export function identityFiles(scope: Construct): IdentityFiles {
  const key = new Key(scope, "IdentityKey", {
    description: "Encrypts documents of identity",
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });
  const made = bucket(scope, "Identity", "identity", {
    versioned: true,
    encryption: BucketEncryption.KMS,
    encryptionKey: key,
    // One request to the key for many files: cheaper, and equally safe.
    bucketKeyEnabled: true,
  });
  return { bucket: made, key };
}

/**
 * Returns the ARN of a bucket's files, or of those in a folder, for a role. The bucket's name is a stack output, so that the id of the wildcard finding
 * is known before the stacks are assembled.
 */
export const filesArn = (scope: Construct, made: Bucket, kind: BucketKind, folder = ""): string =>
  `arn:${Stack.of(scope).partition}:s3:::${Fn.getStackOutput(Stack.of(made).stackName, OUTPUTS[kind])}/${folder}*`;
