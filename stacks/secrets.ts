import type { RemovalPolicy } from "aws-cdk-lib";
import { CfnSecret, type ISecret, Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct, IConstruct } from "constructs";
import { GENERATED_LENGTH, type SecretName, secretId, secrets as specs } from "../contract/secrets.ts";
import { accept, type Finding, inStandards } from "./accept.ts";
import type { StageConfig } from "./config.ts";
import { removalOfNamed } from "./logs.ts";

/** A secret's ARN, and a reference to its value that CloudFormation resolves. */
export type SecretRef = Pick<ISecret, "secretArn" | "secretValue">;

export type Secrets = Readonly<Record<SecretName, SecretRef>>;

/**
 * Creates the platform's secrets, named `svc/<stage>/<NAME>`. Our own are generated in AWS and never shown. Secrets that
 * a provider issues are created without a value, which the operator sets.
 */
export function secrets(scope: Construct, config: StageConfig): Secrets {
  const removalPolicy = removalOfNamed(config);
  const made = Object.entries(specs).map(([name, { about: description, generated }]) => {
    const secretName = secretId(config.stage, name as SecretName);
    return [
      name,
      (generated ? ownSecret : providerSecret)(scope, name, { secretName, description, removalPolicy }),
    ];
  });
  return Object.fromEntries(made) as Secrets;
}

const unrotated: readonly Finding[] = [
  "AwsSolutions-SMG4",
  ...inStandards("SecretsManagerRotationEnabled", ["NIST.800.53.R5", "HIPAA.Security"]),
];

/** Accepts AWS's own key. */
const acceptAwsKey = (secret: IConstruct): void =>
  accept(
    secret,
    inStandards("SecretsManagerUsingKMSKey"),
    "AWS's own key encrypts it, works only through Secrets Manager for principals that may read the secret, and each use is in CloudTrail; a customer key would need a permission in each role, and would not restrict access further.",
  );

interface SecretProps {
  readonly secretName: string;
  readonly description: string;
  readonly removalPolicy: RemovalPolicy;
}

function ownSecret(scope: Construct, name: string, props: SecretProps): SecretRef {
  const secret = new Secret(scope, name, {
    ...props,
    generateSecretString: { passwordLength: GENERATED_LENGTH, excludePunctuation: true },
  });
  accept(
    secret,
    unrotated,
    "The operator rotates it by setting a new version: functions accept AWSCURRENT and AWSPREVIOUS, so that sessions stay valid, and a rotation function would be one more that may write it.",
  );
  acceptAwsKey(secret);
  return secret;
}

// CfnSecret, because the construct Secret always generates a value: a random client secret would look like a real one.
function providerSecret(
  scope: Construct,
  name: string,
  { secretName, description, removalPolicy }: SecretProps,
): SecretRef {
  const resource = new CfnSecret(scope, `${name}Resource`, { name: secretName, description });
  resource.applyRemovalPolicy(removalPolicy);
  accept(
    resource,
    unrotated,
    "The provider issues this secret in its own console, so only the operator can rotate it there and set the new value here.",
  );
  acceptAwsKey(resource);
  return Secret.fromSecretCompleteArn(scope, name, resource.ref);
}
