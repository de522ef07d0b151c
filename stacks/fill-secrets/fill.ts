import {
  DescribeSecretCommand,
  PutSecretValueCommand,
  type SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { type SecretName, secretId, secretSpec } from "../../contract/secrets.ts";
import { generated, problemOf } from "./values.ts";

/** Gives secrets their values. One that has a value keeps it, unless another is asked for by name. */

export interface Wanted {
  readonly stage: string;
  readonly name: SecretName;
  /** Whether a value that is there gives way. */
  readonly replace: boolean;
  /** Whether that may cost what only the value before it opens. */
  readonly dropPrevious: boolean;
  /** What is still to be done before the value before a given current one may go; undefined: nothing. */
  readonly missing: (backfill: string, current: string) => Promise<string | undefined>;
  /** What a provider has given; asked for only where it will be written. Undefined: nothing was given. */
  readonly given: () => Promise<string | undefined>;
}

export type Outcome =
  | "kept"
  | "left empty"
  | { readonly written: "generated" | "filled"; readonly version: string }
  | { readonly refused: string };

/** @returns what became of it; a value is in none of the answers */
export async function fill(client: SecretsManagerClient, wanted: Wanted): Promise<Outcome> {
  const { stage, name, replace } = wanted;
  const state = await describe(client, stage, name);
  if ("refused" in state) return state;
  if (state.hasValue && !replace) return "kept";
  const { generated: ours } = secretSpec(name);
  const needed = await stillNeeded(wanted, state);
  if (needed !== undefined) return { refused: needed };
  const given = await wanted.given();
  const value = given === undefined || given === "" ? (ours ? generated() : undefined) : given;
  if (value === undefined) return state.hasValue ? "kept" : "left empty";
  const problem = problemOf(name, value, stage);
  if (problem !== undefined) return { refused: problem };
  const { VersionId: version = "" } = await client.send(
    new PutSecretValueCommand({ SecretId: secretId(stage, name), SecretString: value }),
  );
  return { written: value === given ? "filled" : "generated", version };
}

interface State {
  readonly current: string | undefined;
  readonly hasValue: boolean;
  readonly hasPrevious: boolean;
}

/** What the value before the current one is still needed for, which another value would take the place of. */
async function stillNeeded(
  { stage, name, dropPrevious, missing }: Wanted,
  { current, hasPrevious }: State,
): Promise<string | undefined> {
  const { lost, backfill } = secretSpec(name);
  if (lost === undefined || !hasPrevious || dropPrevious) return undefined;
  const first = backfill && (await missing(backfill, current ?? ""));
  if (backfill !== undefined && first === undefined) return undefined;
  const todo =
    first === undefined ? "" : `: ${first}. First npm run backfill -- ${backfill} --stage ${stage}`;
  return `the value before the current one would go, and with it ${lost}${todo}; --drop-previous says that it may`;
}

async function describe(
  client: SecretsManagerClient,
  stage: string,
  name: SecretName,
): Promise<State | { readonly refused: string }> {
  try {
    const { VersionIdsToStages: versions = {}, DeletedDate: deletedAt } = await client.send(
      new DescribeSecretCommand({ SecretId: secretId(stage, name) }),
    );
    if (deletedAt)
      return {
        refused: `it waits to be deleted: aws secretsmanager restore-secret --secret-id ${secretId(stage, name)}`,
      };
    const stages = Object.values(versions).flat();
    const [current] = Object.entries(versions).find(([, labels]) => labels.includes("AWSCURRENT")) ?? [];
    return { current, hasValue: current !== undefined, hasPrevious: stages.includes("AWSPREVIOUS") };
  } catch (error) {
    if (!(error instanceof Error && error.name === "ResourceNotFoundException")) throw error;
    return { refused: `there is none yet: deploy svc-${stage}-platform first, which makes it` };
  }
}
