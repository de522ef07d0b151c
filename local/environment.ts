import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readJson, writeJson } from "@svc/local-aws/files";
import type { Queues } from "@svc/local-aws/sqs/queues";
import * as z from "zod";
import { localValues } from "../contract/local-only.ts";
import { queueUrlVariable } from "../contract/queues.ts";
import { secrets } from "../contract/secrets.ts";
import { env } from "../core/kernel/env.ts";
import { GITHUB_CLIENT_ID, GOOGLE_CLIENT_ID } from "./providers.ts";

/**
 * Sets the environment variables that handlers read, as the stacks do. Variables that the user has set stay, unless they would
 * lead to AWS.
 */

/** The paths of S3 and of the WebSockets' management API on the gateway. */
export const OBJECTS_PATH = "/_local/objects";
export const MANAGEMENT_PATH = "/_local/sockets";

export const BUCKETS = { results: "svc-local", identity: "svc-local-identity" } as const;

/** Returns the name of the local table. After a restore, `LOCAL_TABLE` names the restored one. */
export const tableName = (): string => env("LOCAL_TABLE", "svc-local");

type Variables = Readonly<Record<string, string | undefined>>;

/** Sets variables, or unsets those that are undefined. @returns a function that restores them */
export function setVariables(variables: Variables): () => void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  const set = (name: string, value: string | undefined) => {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  };
  for (const [name, value] of Object.entries(variables)) set(name, value);
  return () => {
    for (const [name, value] of before) set(name, value);
  };
}

/** Returns the variables that the user has not set. */
const unlessSet = (variables: Readonly<Record<string, string>>): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => (process.env[name] ?? "") === ""));

const secretsFile = z.record(z.string(), z.string());

/** Returns a value for every secret of the contract. Values are created once and stored in LOCAL_DATA, readable only by their owner. */
export function localSecrets(folder?: string): Readonly<Record<string, string>> {
  const path = folder && join(folder, "secrets.json");
  const stored = (path && readJson(path, secretsFile)) || {};
  const missing = Object.keys(secrets).filter((name) => stored[name] === undefined);
  if (missing.length === 0) return stored;
  const created = Object.fromEntries(missing.map((name) => [name, randomBytes(32).toString("base64url")]));
  const all = { ...stored, ...created };
  if (path) writeJson(path, all);
  return all;
}

export interface Endpoints {
  readonly publicUrl: string;
  /** The address of the gateway. */
  readonly gateway: string;
  readonly dynamodb: string;
  readonly queues: Pick<Queues, "endpoint" | "names" | "url">;
  readonly secrets: Readonly<Record<string, string>>;
  readonly tableName: string;
}

/** Returns which providers have a double: those that the user has not configured. */
export const doubled = () => ({
  github: (process.env["GITHUB_CLIENT_ID"] ?? "") === "",
  google: (process.env["GOOGLE_CLIENT_ID"] ?? "") === "",
  psp: (process.env["STRIPE_SECRET_KEY"] ?? "") === "",
  bank: (process.env["BANK_URL"] ?? "") === "",
});

/** Returns the addresses of the providers' doubles, unless the user has configured real ones. */
export const providerVariables = (githubUrl: string, googleUrl: string): Variables => ({
  ...(doubled().github && {
    GITHUB_CLIENT_ID,
    GITHUB_BASE_URL: githubUrl,
    GITHUB_API_URL: githubUrl,
  }),
  ...(doubled().google && { GOOGLE_CLIENT_ID, GOOGLE_ISSUER: googleUrl }),
});

/** Returns all variables that handlers read, except those of `providerVariables`. */
export function platformVariables(endpoints: Endpoints): Variables {
  const { publicUrl, gateway, dynamodb, queues, secrets, tableName } = endpoints;
  const urls = queues.names.map((name) => [queueUrlVariable(name), queues.url(name)]);
  return {
    ...unlessSet(secrets),
    ...unlessSet({
      CARD_PROGRAM_ADDRESS: "1 rue de la Paix|75002|Paris|FR",
      FAUCET_ENABLED: "true",
      ...localValues,
      ADJUSTMENT_FOUR_EYES: "false",
      ROLE_FOUR_EYES: "false",
      STAFF_SECOND_FACTOR: "off",
      COMMON_PASSWORDS: "accept",
      ADJUSTMENT_DAILY_EUR: "1000000000",
      EGRESS_ALLOW_PRIVATE: "true",
      PUBLIC_URL: publicUrl,
      POWERTOOLS_SERVICE_NAME: "svc",
    }),
    // Always set, so that a developer's own AWS settings cannot lead to AWS.
    TABLE_NAME: tableName,
    ...Object.fromEntries(urls),
    AWS_REGION: "local",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_SESSION_TOKEN: undefined,
    AWS_PROFILE: undefined,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_SQS: queues.endpoint,
    CONNECTIONS_URL: `${gateway}${MANAGEMENT_PATH}`,
    AWS_ENDPOINT_URL_S3: `${gateway}${OBJECTS_PATH}`,
    OBJECTS_BUCKET: BUCKETS.results,
    IDENTITY_BUCKET: BUCKETS.identity,
    OBJECTS_PATH_STYLE: "true",
    AWS_ENDPOINT_URL_SESV2: `${gateway}/_local/ses`,
    PUSH_IOS_APPLICATION_ARN: "arn:aws:sns:local:000000000000:app/APNS/svc",
    PUSH_ANDROID_APPLICATION_ARN: "arn:aws:sns:local:000000000000:app/GCM/svc",
    AWS_LAMBDA_FUNCTION_NAME: "local",
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "512",
    METRICS_DISABLED: "true",
    POWERTOOLS_DEV: undefined,
  };
}
