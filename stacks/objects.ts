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
import { type Kept, lifecycles, OBJECTS_OUTPUT } from "../contract/stage.ts";
import { accept, inStandards } from "./accept.ts";

/** The outputs that say the buckets' names. */
const OUTPUTS = { results: OBJECTS_OUTPUT, identity: "IdentityBucket" } as const;

export type BucketKind = keyof typeof OUTPUTS;

const rules = (kept: readonly Kept[], versioned: boolean): LifecycleRule[] =>
  kept.map(({ prefix, days }) => ({
    prefix,
    expiration: Duration.days(days),
    ...(versioned && { noncurrentVersionExpiration: Duration.days(Math.min(RECOVERABLE_DAYS, days)) }),
    abortIncompleteMultipartUploadAfter: Duration.days(1),
  }));

/** For how many days a file can be brought back that was deleted, expired or written over. */
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
    "Who asked for a link is in the functions' logs, by user and job; a server access log would add a second bucket that holds the links' signatures.",
  );
  accept(
    made,
    inStandards("S3BucketReplicationEnabled"),
    "S3 keeps each file in three zones or more of its region; a copy in another region would be one more place that holds people's documents and statements.",
  );
  return made;
}

/**
 * The bucket of the platform's files. Nobody reads it but by links that functions sign for a while. Each can be made
 * anew of the table, so it keeps no versions of them.
 */
export function objects(scope: Construct): Bucket {
  const made = bucket(scope, "Objects", "results", {
    // With AWS's own key, which whoever may use the bucket may use through it: no role needs a grant on it.
    encryption: BucketEncryption.KMS_MANAGED,
    bucketKeyEnabled: true,
  });
  accept(
    made,
    inStandards("S3BucketVersioningEnabled"),
    "Each file is a result that can be made anew of the table, and is deleted after days: former versions would keep what was to be forgotten.",
  );
  return made;
}

/** The bucket of documents of identity, and the key that they are encrypted with: who may not use it reads nothing. */
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
    // One request to the key for many files: it costs less, and says the same.
    bucketKeyEnabled: true,
  });
  return { bucket: made, key };
}

/**
 * The files of a bucket, for a role. The bucket's name is read from the output by its name, so that the
 * text of the finding about the wildcard is known before the stacks are put together.
 */
export const filesArn = (scope: Construct, made: Bucket, kind: BucketKind): string =>
  `arn:${Stack.of(scope).partition}:s3:::${Fn.getStackOutput(Stack.of(made).stackName, OUTPUTS[kind])}/*`;
