import { join } from "node:path";
import { readJson } from "@svc/local-aws/files";
import * as z from "zod";
import { type SecretName, secretId } from "../../contract/secrets.ts";
import { env } from "../../core/kernel/env.ts";
import { NoTarget } from "./target.ts";

/** A secret for a tool that cannot do its work without one: core reads it as functions do. It is shown nowhere. */

export interface OpenedSecret {
  /** Which of its values is current, by Secrets Manager's name of it; undefined on this machine. */
  readonly version: string | undefined;
  /** When it was changed, in any way. */
  readonly changedAt: Date | undefined;
}

const ofMachine = z.record(z.string(), z.string());

/** @throws NoTarget where the stage has none */
export async function openSecret(stage: string | undefined, name: SecretName): Promise<OpenedSecret> {
  if (stage !== undefined) return ofStage(stage, name);
  const kept = readJson(join(env("LOCAL_DATA", ".local"), "secrets.json"), ofMachine) ?? {};
  for (const variable of [name, `${name}_PREVIOUS`])
    if (env(variable, "") === "" && kept[variable] !== undefined) process.env[variable] = kept[variable];
  return { version: undefined, changedAt: undefined };
}

async function ofStage(stage: string, name: SecretName): Promise<OpenedSecret> {
  // Read by those alone who work in AWS.
  const { SecretsManagerClient, DescribeSecretCommand } = await import("@aws-sdk/client-secrets-manager");
  const client = new SecretsManagerClient({});
  try {
    const found = await client.send(new DescribeSecretCommand({ SecretId: secretId(stage, name) }));
    const versions = Object.entries(found.VersionIdsToStages ?? {});
    const [version] = versions.find(([, labels]) => labels.includes("AWSCURRENT")) ?? [];
    if (found.ARN === undefined || version === undefined)
      throw new NoTarget(`The secret ${name} of stage ${stage} has no value.`);
    process.env[`SECRET_ARN_${name}`] = found.ARN;
    return { version, changedAt: found.LastChangedDate };
  } catch (error) {
    if (error instanceof NoTarget) throw error;
    const { name: kind, message } = error instanceof Error ? error : new Error(String(error));
    throw new NoTarget(
      `The secret ${name} of stage ${stage} cannot be read (${kind}: ${message}). Assume the role of backfills first: docs/OPERATIONS.md, "Backfills".`,
      { cause: error },
    );
  } finally {
    client.destroy();
  }
}
