import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readJson, writeJson } from "@svc/local-aws/files";
import type { Queues } from "@svc/local-aws/sqs/queues";
import * as z from "zod";
import { laptopValues } from "../contract/laptop-only.ts";
import { queueUrlVariable } from "../contract/queues.ts";
import { secrets } from "../contract/secrets.ts";
import { env } from "../core/kernel/env.ts";
import { GITHUB_CLIENT_ID, GOOGLE_CLIENT_ID } from "./providers.ts";

/**
 * The variables that handlers read, set as the stacks set them. What the user has set stays, except where it
 * leads to AWS.
 */

/** The paths of S3 and of the WebSockets' management API on the gateway. */
export const OBJECTS_PATH = "/_local/objects";
export const MANAGEMENT_PATH = "/_local/sockets";

export const BUCKETS = { results: "svc-local", identity: "svc-local-identity" } as const;

/** The table of this machine; after a restore `LOCAL_TABLE` names the one to go on with. */
export const tableName = (): string => env("LOCAL_TABLE", "svc-local");

type Variables = Readonly<Record<string, string | undefined>>;

/** Sets variables; answers how to set them back. `undefined` unsets one. */
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

/** Those of the variables that nobody has set. */
const unlessSet = (variables: Readonly<Record<string, string>>): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => (process.env[name] ?? "") === ""));

const keptSecrets = z.record(z.string(), z.string());

/**
 * A value for every secret of the contract: created once and kept in LOCAL_DATA, readable by its owner alone.
 */
export function localSecrets(folder?: string): Readonly<Record<string, string>> {
  const path = folder && join(folder, "secrets.json");
  const kept = (path && readJson(path, keptSecrets)) || {};
  const missing = Object.keys(secrets).filter((name) => kept[name] === undefined);
  if (missing.length === 0) return kept;
  const created = Object.fromEntries(missing.map((name) => [name, randomBytes(32).toString("base64url")]));
  const all = { ...kept, ...created };
  if (path) writeJson(path, all);
  return all;
}

export interface Endpoints {
  readonly publicUrl: string;
  /** Where the gateway listens, by address. */
  readonly gateway: string;
  readonly dynamodb: string;
  readonly queues: Pick<Queues, "endpoint" | "names" | "url">;
  readonly secrets: Readonly<Record<string, string>>;
  readonly tableName: string;
}

/** Which providers have a double: those whose client the user has not configured. */
export const doubled = () => ({
  github: (process.env["GITHUB_CLIENT_ID"] ?? "") === "",
  google: (process.env["GOOGLE_CLIENT_ID"] ?? "") === "",
  psp: (process.env["STRIPE_SECRET_KEY"] ?? "") === "",
  bank: (process.env["BANK_URL"] ?? "") === "",
});

/** Where the providers' doubles are, unless the user has configured the real ones. */
export const providerVariables = (githubUrl: string, googleUrl: string): Variables => ({
  ...(doubled().github && {
    GITHUB_CLIENT_ID,
    GITHUB_BASE_URL: githubUrl,
    GITHUB_API_URL: githubUrl,
  }),
  ...(doubled().google && { GOOGLE_CLIENT_ID, GOOGLE_ISSUER: googleUrl }),
});

/** Everything else that handlers read. */
export function platformVariables(endpoints: Endpoints): Variables {
  const { publicUrl, gateway, dynamodb, queues, secrets, tableName } = endpoints;
  const urls = queues.names.map((name) => [queueUrlVariable(name), queues.url(name)]);
  return {
    ...unlessSet(secrets),
    ...unlessSet({
      CARD_PROGRAM_ADDRESS: "1 rue de la Paix|75002|Paris|FR",
      FAUCET_ENABLED: "true",
      ...laptopValues,
      ADJUSTMENT_FOUR_EYES: "false",
      ROLE_FOUR_EYES: "false",
      ADJUSTMENT_DAILY_EUR: "1000000000",
      EGRESS_ALLOW_PRIVATE: "true",
      PUBLIC_URL: publicUrl,
      POWERTOOLS_SERVICE_NAME: "svc",
    }),
    // Forced: a developer's own AWS settings must not make this machine speak to AWS.
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
