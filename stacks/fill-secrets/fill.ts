import { randomInt } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import {
  DescribeSecretCommand,
  PutSecretValueCommand,
  type SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { GENERATED_LENGTH, type SecretName, secretId, secretSpec, secrets } from "../../contract/secrets.ts";

/** Sets the values of secrets. Existing values stay, unless a replacement is requested by name. */

export interface Wanted {
  readonly stage: string;
  readonly name: SecretName;
  /** Whether to replace an existing value. */
  readonly replace: boolean;
  /** Whether data that only the previous value can decrypt may be lost. */
  readonly dropPrevious: boolean;
  /** Returns the work that still needs the previous value, or undefined. */
  readonly missing: (backfill: string, current: string) => Promise<string | undefined>;
  /** Asks for the provider's value. Called only if it will be written. */
  readonly given: () => Promise<string | undefined>;
}

export type Outcome =
  | "unchanged"
  | "left empty"
  | { readonly written: "generated" | "filled"; readonly version: string }
  | { readonly refused: string };

/** Sets a secret's value. The outcome never contains a value. */
export async function fill(client: SecretsManagerClient, wanted: Wanted): Promise<Outcome> {
  const { stage, name, replace } = wanted;
  const state = await describe(client, stage, name);
  if ("refused" in state) return state;
  if (state.hasValue && !replace) return "unchanged";
  const { generated: ours } = secretSpec(name);
  const needed = await stillNeeded(wanted, state);
  if (needed !== undefined) return { refused: needed };
  const given = await wanted.given();
  const value = given === undefined || given === "" ? (ours ? generated() : undefined) : given;
  if (value === undefined) return state.hasValue ? "unchanged" : "left empty";
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

/** Returns why the previous value, which a new value would remove, is still needed; undefined if it is not. */
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
  return `the value before the current one would be deleted, and with it ${lost}${todo}; --drop-previous accepts that`;
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
        refused: `it is scheduled for deletion: aws secretsmanager restore-secret --secret-id ${secretId(stage, name)}`,
      };
    const stages = Object.values(versions).flat();
    const [current] = Object.entries(versions).find(([, labels]) => labels.includes("AWSCURRENT")) ?? [];
    return { current, hasValue: current !== undefined, hasPrevious: stages.includes("AWSPREVIOUS") };
  } catch (error) {
    if (!(error instanceof Error && error.name === "ResourceNotFoundException")) throw error;
    return { refused: `it does not exist yet: deploy svc-${stage}-platform first, which creates it` };
  }
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Generates a random value, as the stack does. Tokens reference it by its hash (`kid`). */
export const generated = (): string =>
  Array.from({ length: GENERATED_LENGTH }, () => alphabet[randomInt(alphabet.length)]).join("");

/** Returns the rule that a value breaks, without the value. */
export function problemOf(name: SecretName, value: string, stage: string): string | undefined {
  const { form, generated: ours } = secretSpec(name);
  if (/[\s\p{Cc}]/u.test(value)) return "must have no spaces and no line breaks";
  if (ours && value.length < 32) return "must be 32 bytes or more: leave it out to have one generated";
  if (form && !form.is.test(value)) return form.rule;
  if (stage === "prod" && /^[sr]k_test_/.test(value)) return "must be a live key in production";
  return undefined;
}

/** Parses lines `NAME=value`; skips empty lines and comments. @throws Error that names the line */
export function readLines(text: string): ReadonlyMap<SecretName, string> {
  const found = new Map<SecretName, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name, value = ""] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
    if (name === undefined || !Object.hasOwn(secrets, name))
      throw new Error(`line ${index + 1} of the input is not NAME=value of a secret`);
    found.set(name as SecretName, value);
  }
  return found;
}

/** Asks the operator without echoing the input. Empty input means no value. */
export async function ask(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<string> {
  output.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once("line", resolve);
      // Ctrl-C and Ctrl-D discard the input.
      lines.once("SIGINT", () => reject(new Error("interrupted")));
      lines.once("close", () => resolve(""));
    });
  } finally {
    lines.close();
    output.write("\n");
  }
}
