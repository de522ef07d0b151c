import type { RemovalPolicy } from "aws-cdk-lib";
import { CfnSecret, type ISecret, Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct, IConstruct } from "constructs";
import { GENERATED_LENGTH, type SecretName, secretId, secrets as specs } from "../contract/secrets.ts";
import { accept, type Finding, inStandards } from "./accept.ts";
import type { StageConfig } from "./config.ts";
import { removalOfNamed } from "./logs.ts";

/**
 * What of a secret the stacks use: where it is, and a reference to its value that CloudFormation resolves.
 */
export type SecretRef = Pick<ISecret, "secretArn" | "secretValue">;

export type Secrets = Readonly<Record<SecretName, SecretRef>>;

/**
 * The platform's secrets, as `svc/<stage>/<NAME>`. Our own are generated in AWS and nobody ever sees them;
 * those that a provider issues are made without a value, for the operator to put in.
 */
export function secrets(scope: Construct, config: StageConfig): Secrets {
  const removalPolicy = removalOfNamed(config);
  const made = Object.entries(specs).map(([name, { about: description, generated }]) => {
    const secretName = secretId(config.stage, name as SecretName);
    return [name, (generated ? ours : theirs)(scope, name, { secretName, description, removalPolicy })];
  });
  return Object.fromEntries(made) as Secrets;
}

const unrotated: readonly Finding[] = [
  "AwsSolutions-SMG4",
  ...inStandards("SecretsManagerRotationEnabled", ["NIST.800.53.R5", "HIPAA.Security"]),
];

/** Of all secrets: whose key encrypts them. */
const acceptKey = (secret: IConstruct): void =>
  accept(
    secret,
    inStandards("SecretsManagerUsingKMSKey"),
    "AWS's own key encrypts it, works through Secrets Manager alone, for who may read the secret, and leaves a line of each use in CloudTrail; a key of ours would be one more permission in each role, and take none away.",
  );

interface SecretProps {
  readonly secretName: string;
  readonly description: string;
  readonly removalPolicy: RemovalPolicy;
}

function ours(scope: Construct, name: string, props: SecretProps): SecretRef {
  const secret = new Secret(scope, name, {
    ...props,
    generateSecretString: { passwordLength: GENERATED_LENGTH, excludePunctuation: true },
  });
  accept(
    secret,
    unrotated,
    "Rotation is a new version put by the operator: functions take AWSCURRENT and AWSPREVIOUS, so that nobody is locked out, and a function that rotates it would be one more that may write it.",
  );
  acceptKey(secret);
  return secret;
}

// The construct Secret always generates a value, so the bare resource: a made-up client secret would look
// like a real one.
function theirs(
  scope: Construct,
  name: string,
  { secretName, description, removalPolicy }: SecretProps,
): SecretRef {
  const resource = new CfnSecret(scope, `${name}Resource`, { name: secretName, description });
  resource.applyRemovalPolicy(removalPolicy);
  accept(
    resource,
    unrotated,
    "The provider issues this secret in its own console, so only the operator can rotate it there and put the new value here.",
  );
  acceptKey(resource);
  return Secret.fromSecretCompleteArn(scope, name, resource.ref);
}
