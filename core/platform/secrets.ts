import {
  BatchGetSecretValueCommand,
  GetSecretValueCommand,
  SecretsManagerClient,
  type SecretsManagerClientConfig,
} from "@aws-sdk/client-secrets-manager";
import { env } from "../kernel/env.ts";

/**
 * Secrets by name: from Secrets Manager where `SECRET_ARN_<NAME>` is set, otherwise from the variable of its name,
 * with `<NAME>_PREVIOUS` beside it while it rotates. All that a function has are fetched by one call, and kept 5
 * minutes. The value before the current one is asked for only where something does not fit the current one.
 */

/** What a value signs, encrypts or shows. What others have signed is held against `valid`. */
export interface Secret {
  readonly current: string;
}

const TTL_MS = 5 * 60 * 1000;
/** Where nothing known fits, the current value is asked for anew: it may be another by now. So often at most. */
const DOUBT_MS = 30_000;
const ARN = "SECRET_ARN_";

interface Fetched {
  readonly arns: string;
  readonly atMs: number;
  readonly values: Promise<ReadonlyMap<string, string | Error>>;
  /** Values before the current ones, by ARN. */
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

/** Those that this function may read: their variables stand beside each other. */
const arnsOfFunction = (): string[] =>
  Object.entries(process.env)
    .flatMap(([name, value]) => (name.startsWith(ARN) && value ? [value] : []))
    .sort();

/** @param notBeforeMs what was fetched before is fetched again */
function fetchAll(notBeforeMs: number): Fetched {
  const arns = arnsOfFunction();
  const known = fetched;
  if (known && known.arns === arns.join() && known.atMs > notBeforeMs) return known;
  // Real time, not the platform's clock: this is about the process, and nothing in it depends on business time.
  const mine = { arns: arns.join(), atMs: Date.now(), values: currents(arns), previous: new Map() };
  fetched = mine;
  mine.values.catch(() => {
    if (fetched === mine) fetched = undefined;
  });
  return mine;
}

/**
 * The current values by ARN. One that the operator has given no value has none; of one that cannot be read it is
 * known why.
 */
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

/** @throws Error where it cannot be read: then all are asked for again */
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

/** The value before the current one, asked for once while what was fetched is kept. */
function previousOf({ previous }: Fetched, arn: string): Promise<string | undefined> {
  const asked = previous.get(arn) ?? before(arn);
  previous.set(arn, asked);
  asked.catch(() => previous.delete(arn));
  return asked;
}

/** A secret by name. @throws Error where it has no value */
export async function secret(name: string): Promise<Secret> {
  const found = await optionalSecret(name);
  if (found) return found;
  if (env(ARN + name, "") === "")
    throw new Error(`the environment variable ${name} is not set; see .env.example`);
  fetched = undefined;
  throw new Error(`the secret ${name} has no value`);
}

/** As `secret`; undefined where the operator has given it no value. */
export async function optionalSecret(name: string): Promise<Secret | undefined> {
  const arn = env(ARN + name, "");
  const current = arn === "" ? env(name, "") : await currentOf(fetchAll(Date.now() - TTL_MS), arn);
  return current ? { current } : undefined;
}

/**
 * The values that are valid: the current one, the one before it, and the one that is current by now where the
 * secret was rotated since it was looked at. Each is asked for when those before it did not fit.
 * @throws Error where it has no value
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
  const now = await currentOf(fetchAll(Date.now() - DOUBT_MS), arn);
  if (now !== undefined && now !== current) yield now;
}
