import type { RemovalPolicy } from "aws-cdk-lib";
import { CfnSecret, type ISecret, Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import { type SecretName, secrets as specs } from "../contract/secrets.ts";
import { accept } from "./accept.ts";
import type { StageConfig } from "./config.ts";
import { removalOfNamed } from "./removal.ts";

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
    const secretName = `svc/${config.stage}/${name}`;
    return [name, (generated ? ours : theirs)(scope, name, { secretName, description, removalPolicy })];
  });
  return Object.fromEntries(made) as Secrets;
}

interface SecretProps {
  readonly secretName: string;
  readonly description: string;
  readonly removalPolicy: RemovalPolicy;
}

function ours(scope: Construct, name: string, props: SecretProps): SecretRef {
  const secret = new Secret(scope, name, {
    ...props,
    // 64 letters and digits are 380 bits: more than HS256 takes from a key.
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
  });
  accept(
    secret,
    "AwsSolutions-SMG4",
    "Rotation is a new version put by the operator: functions take AWSCURRENT and AWSPREVIOUS for five minutes, so it needs no rotation function.",
  );
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
    "AwsSolutions-SMG4",
    "The provider issues this secret in its own console, so only the operator can rotate it there and put the new value here.",
  );
  return Secret.fromSecretCompleteArn(scope, name, resource.ref);
}
