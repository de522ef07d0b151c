import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { env } from "../kernel/env.ts";

/** A secret while it rotates: `current` signs, both verify. */
export interface Secret {
  readonly current: string;
  readonly previous: string | undefined;
}

const TTL_MS = 5 * 60 * 1000;
const cache = new Map<string, { readonly untilMs: number; readonly value: Promise<Secret | undefined> }>();
let client: SecretsManagerClient | undefined;

async function version(arn: string, stage: "AWSCURRENT" | "AWSPREVIOUS"): Promise<string | undefined> {
  client ??= new SecretsManagerClient({});
  try {
    const output = await client.send(new GetSecretValueCommand({ SecretId: arn, VersionStage: stage }));
    return output.SecretString;
  } catch (error) {
    if (error instanceof Error && error.name === "ResourceNotFoundException") return undefined;
    throw error;
  }
}

async function fetchSecret(arn: string): Promise<Secret | undefined> {
  const [current, previous] = await Promise.all([version(arn, "AWSCURRENT"), version(arn, "AWSPREVIOUS")]);
  return current ? { current, previous } : undefined;
}

/**
 * A secret by name: from Secrets Manager where `SECRET_ARN_<NAME>` is set (kept 5 minutes), otherwise from
 * the variable of its name, with `<NAME>_PREVIOUS` beside it while it rotates.
 * @throws Error where it has no value
 */
export async function secret(name: string): Promise<Secret> {
  const found = await optionalSecret(name);
  if (found) return found;
  const arn = env(`SECRET_ARN_${name}`, "");
  cache.delete(arn);
  throw new Error(
    arn === ""
      ? `the environment variable ${name} is not set; see .env.example`
      : `the secret ${name} has no value`,
  );
}

/** As `secret`; undefined where the operator has given it no value. */
export async function optionalSecret(name: string): Promise<Secret | undefined> {
  const arn = env(`SECRET_ARN_${name}`, "");
  if (arn === "") {
    const current = env(name, "");
    return current === "" ? undefined : { current, previous: env(`${name}_PREVIOUS`, "") || undefined };
  }
  const cached = cache.get(arn);
  // Real time, not the platform's clock: this is about the process, and nothing in it depends on business
  // time.
  if (cached && cached.untilMs > Date.now()) return cached.value;
  const value = fetchSecret(arn);
  cache.set(arn, { untilMs: Date.now() + TTL_MS, value });
  value.catch(() => cache.delete(arn));
  return value;
}
