import {
  BatchGetSecretValueCommand,
  GetSecretValueCommand,
  SecretsManagerClient,
  type SecretsManagerClientConfig,
} from "@aws-sdk/client-secrets-manager";
import { env } from "../kernel/env.ts";

/**
 * Secrets by name: from Secrets Manager if `SECRET_ARN_<NAME>` is set, otherwise from the variable `<NAME>`, with
 * `<NAME>_PREVIOUS` during a rotation. One call fetches all secrets of a function, for 5 minutes. The previous value is
 * fetched only if the current one does not match.
 */

/** A secret for signing, encrypting or sending. Use `valid` to verify signatures. */
export interface Secret {
  readonly current: string;
}

const TTL_MS = 5 * 60 * 1000;
/** The shortest time between two fetches if no known value matches, since the secret may have been rotated. */
const REFRESH_MS = 30_000;
const ARN = "SECRET_ARN_";

interface Fetched {
  readonly arns: string;
  readonly atMs: number;
  readonly values: Promise<ReadonlyMap<string, string | Error>>;
  /** Previous values, by ARN. */
  readonly previous: Map<string, Promise<string | undefined>>;
}

let fetched: Fetched | undefined;
let client: SecretsManagerClient | undefined;
let clientConfig: SecretsManagerClientConfig = {};

/** Changes how the client is built, as `Table.configure` does. */
export function configure(config: SecretsManagerClientConfig): void {
  client?.destroy();
  client = undefined;
  fetched = undefined;
  clientConfig = config;
}

const manager = (): SecretsManagerClient => {
  client ??= new SecretsManagerClient(clientConfig);
  return client;
};

/** Fetches all secrets. @param notBeforeMs an earlier fetch is repeated */
function fetchAll(notBeforeMs: number): Fetched {
  const arns = Object.entries(process.env)
    .flatMap(([name, value]) => (name.startsWith(ARN) && value ? [value] : []))
    .sort();
  const known = fetched;
  if (known && known.arns === arns.join() && known.atMs > notBeforeMs) return known;
  // Real time, not the platform's clock, because it concerns the process.
  const mine = { arns: arns.join(), atMs: Date.now(), values: currents(arns), previous: new Map() };
  fetched = mine;
  mine.values.catch(() => {
    if (fetched === mine) fetched = undefined;
  });
  return mine;
}

/** Fetches the current values by ARN. A secret without a value is missing; an unreadable one has its error. */
async function currents(arns: readonly string[]): Promise<ReadonlyMap<string, string | Error>> {
  const { SecretValues: found = [], Errors: problems = [] } = await manager().send(
    new BatchGetSecretValueCommand({ SecretIdList: [...arns] }),
  );
  const refused = problems.filter(({ ErrorCode: code }) => code !== "ResourceNotFoundException");
  return new Map<string, string | Error>([
    ...found.flatMap(({ ARN: arn, SecretString: value }) => (arn && value ? [[arn, value] as const] : [])),
    ...refused.map(({ SecretId: id = "", ErrorCode: code }) => {
      return [id, new Error(`the secret ${id} cannot be read: ${code}`)] as const;
    }),
  ]);
}

/** Returns a current value. @throws Error if it cannot be read; the next call fetches all again */
async function currentOf({ values }: Fetched, arn: string): Promise<string | undefined> {
  const value = (await values).get(arn);
  if (!(value instanceof Error)) return value;
  fetched = undefined;
  throw value;
}

async function before(arn: string): Promise<string | undefined> {
  const asked = new GetSecretValueCommand({ SecretId: arn, VersionStage: "AWSPREVIOUS" });
  try {
    return (await manager().send(asked)).SecretString;
  } catch (error) {
    if (error instanceof Error && error.name === "ResourceNotFoundException") return undefined;
    throw error;
  }
}

/** Returns the previous value, which is fetched once for each fetch of the current ones. */
function previousOf({ previous }: Fetched, arn: string): Promise<string | undefined> {
  const asked = previous.get(arn) ?? before(arn);
  previous.set(arn, asked);
  asked.catch(() => previous.delete(arn));
  return asked;
}

/** Returns a secret. @throws Error if it has no value */
export async function secret(name: string): Promise<Secret> {
  const found = await optionalSecret(name);
  if (found) return found;
  if (env(ARN + name, "") === "")
    throw new Error(`the environment variable ${name} is not set; see .env.example`);
  fetched = undefined;
  throw new Error(`the secret ${name} has no value`);
}

/** As `secret`; undefined if it has no value. */
export async function optionalSecret(name: string): Promise<Secret | undefined> {
  const arn = env(ARN + name, "");
  const current = arn === "" ? env(name, "") : await currentOf(fetchAll(Date.now() - TTL_MS), arn);
  return current ? { current } : undefined;
}

/**
 * Yields the valid values: the current one, the previous one, and the newest one if the secret was rotated since the last
 * fetch. Each is fetched only if the ones before did not match.
 * @throws Error if it has no value
 */
export async function* valid(name: string): AsyncGenerator<string, void, undefined> {
  const { current } = await secret(name);
  yield current;
  const arn = env(ARN + name, "");
  if (arn === "") {
    const previous = env(`${name}_PREVIOUS`, "");
    if (previous !== "") yield previous;
    return;
  }
  const previous = await previousOf(fetchAll(Date.now() - TTL_MS), arn);
  if (previous !== undefined) yield previous;
  const now = await currentOf(fetchAll(Date.now() - REFRESH_MS), arn);
  if (now !== undefined && now !== current) yield now;
}
