import { join } from "node:path";
import { readJson } from "@svc/local-aws/files";
import * as z from "zod";
import { type SecretName, secretId } from "../../contract/secrets.ts";
import type { Backfill } from "../../core/backfills/backfill.ts";
import type { Counts, Outcome } from "../../core/backfills/run.ts";
import { env } from "../../core/kernel/env.ts";
import * as Progress from "../../core/platform/backfills/index.ts";
import type { StoredKey } from "../../core/platform/table/entity.ts";
import * as Table from "../../core/platform/table/index.ts";
import { scrub, showKey } from "./outline.ts";
import { NoTarget } from "./target.ts";
import { columns } from "./words.ts";

/** Gives a tool a secret, which core reads as functions do. It is never shown. */

export interface OpenedSecret {
  /** The current version's id in Secrets Manager. Undefined on this machine. */
  readonly version: string | undefined;
  /** When any of it last changed. */
  readonly changedAt: Date | undefined;
}

const secretsFile = z.record(z.string(), z.string());

/** @throws NoTarget if the stage does not have it */
export async function openSecret(stage: string | undefined, name: SecretName): Promise<OpenedSecret> {
  if (stage !== undefined) return openStageSecret(stage, name);
  const stored = readJson(join(env("LOCAL_DATA", ".local"), "secrets.json"), secretsFile) ?? {};
  for (const variable of [name, `${name}_PREVIOUS`])
    if (env(variable, "") === "" && stored[variable] !== undefined) process.env[variable] = stored[variable];
  return { version: undefined, changedAt: undefined };
}

async function openStageSecret(stage: string, name: SecretName): Promise<OpenedSecret> {
  // Loaded only for work in AWS.
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

/** Formats the state of backfills: counts and redacted keys, no values. */

const figure = new Intl.NumberFormat("en");
const items = (count: number): string => `${figure.format(count)} ${count === 1 ? "item" : "items"}`;

const done = (changed: number, isDryRun: boolean): string =>
  `${items(changed)} ${isDryRun ? "would be changed" : changed === 1 ? "was changed" : "were changed"}`;

/** Formats the progress. */
export const progressOf = (
  { scanned, changed, retried, failed }: Counts,
  rate: number,
  isDryRun: boolean,
): string =>
  `${items(scanned)} scanned, ${done(changed, isDryRun)}, ${figure.format(retried)} retried, ${figure.format(failed)} failed; at most ${figure.format(Math.round(rate))} a second`;

/** Formats the result. */
export function outcomeOf(outcome: Outcome, isDryRun: boolean): string {
  const { scanned, changed, retried, failed } = outcome;
  return [
    `${items(scanned)} scanned; ${done(changed, isDryRun)}.`,
    retried > 0 && `${items(retried)} retried after concurrent updates.`,
    failed > 0 && `${items(failed)} failed and ${failed === 1 ? "is unchanged" : "are unchanged"}.`,
  ]
    .filter((line) => line !== false)
    .join(" ");
}

/** Formats the reason why an item is unchanged. */
export function failureOf({ pk, sk }: StoredKey, error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return `  ${showKey(pk)}  ${showKey(sk)}  ${name}: ${name === "ZodError" ? fieldsOf(error) : scrub(message)}`;
}

/** Returns the attributes that do not match their entity, without their values. */
function fieldsOf(error: unknown): string {
  const issues = typeof error === "object" && error && "issues" in error ? error.issues : [];
  const paths = (Array.isArray(issues) ? issues : []).map(({ path }) => (path as unknown[]).join("."));
  return `the entity could not read ${[...new Set(paths)].join(", ")}`;
}

/** Counts the capacity units of DynamoDB. */
export class Meter {
  readonly #units = { read: 0, written: 0 };

  start(): void {
    Table.observe(({ operation, capacityUnits }) => {
      this.#units[/^(Scan|Query|.*Get)/.test(operation) ? "read" : "written"] += capacityUnits;
    });
  }

  toString(): string {
    const { read, written } = this.#units;
    return `${figure.format(Math.round(read))} read units, ${figure.format(Math.round(written))} write units`;
  }
}

/** Formats every backfill with its state, which is left out if no table is open. */
export async function listOf(all: readonly Backfill[], isOpen: boolean): Promise<string> {
  const rows = await Promise.all(
    all.map(async ({ name, about }) => [name, isOpen ? await stateOf(name) : "", about]),
  );
  return columns([["backfill", "state", "description"], ...rows]);
}

async function stateOf(name: string): Promise<string> {
  const { run, segments } = await Progress.readProgress(name);
  if (!run) return "never run";
  if (run.endedAt === undefined) {
    const done = segments.filter(({ isDone }) => isDone).length;
    return `not ended: ${done} of ${run.segments} segments, ${items(Progress.sum(segments).scanned)} scanned`;
  }
  const failed = run.failed > 0 ? `, ${figure.format(run.failed)} failed` : "";
  return `ended ${run.endedAt.slice(0, 16)}Z: ${figure.format(run.changed)} changed${failed}`;
}
