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

/** What is said of backfills: counts and keys, and of a key what says nothing of a person. No value. */

const figure = new Intl.NumberFormat("en");
const items = (count: number): string => `${figure.format(count)} ${count === 1 ? "item" : "items"}`;

const done = (changed: number, isDryRun: boolean): string =>
  `${items(changed)} ${isDryRun ? "would be changed" : changed === 1 ? "was changed" : "were changed"}`;

/** While it runs. */
export const progressOf = (
  { scanned, changed, retried, failed }: Counts,
  rate: number,
  isDryRun: boolean,
): string =>
  `${items(scanned)} scanned, ${done(changed, isDryRun)}, ${figure.format(retried)} retried, ${figure.format(failed)} failed; at most ${figure.format(Math.round(rate))} a second`;

/** At its end. */
export function outcomeOf(outcome: Outcome, isDryRun: boolean): string {
  const { scanned, changed, retried, failed } = outcome;
  return [
    `${items(scanned)} scanned; ${done(changed, isDryRun)}.`,
    retried > 0 && `${items(retried)} retried, as somebody had changed them meanwhile.`,
    failed > 0 && `${items(failed)} failed and ${failed === 1 ? "stays as it was" : "stay as they were"}.`,
  ]
    .filter((line) => line !== false)
    .join(" ");
}

/** Why an item stays as it was. */
export function failureOf({ pk, sk }: StoredKey, error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return `  ${showKey(pk)}  ${showKey(sk)}  ${name}: ${name === "ZodError" ? fieldsOf(error) : scrub(message)}`;
}

/** The attributes that do not fit their entity, without what they hold. */
function fieldsOf(error: unknown): string {
  const issues = typeof error === "object" && error && "issues" in error ? error.issues : [];
  const paths = (Array.isArray(issues) ? issues : []).map(({ path }) => (path as unknown[]).join("."));
  return `the entity could not read ${[...new Set(paths)].join(", ")}`;
}

/** What it took, in units of DynamoDB's. */
export class Meter {
  readonly #units = { read: 0, written: 0 };

  start(): void {
    Table.observe(({ operation, capacityUnits }) => {
      this.#units[/^(Scan|Query|.*Get)/.test(operation) ? "read" : "written"] += capacityUnits;
    });
  }

  toString(): string {
    const { read, written } = this.#units;
    return `${figure.format(Math.round(read))} units of reading, ${figure.format(Math.round(written))} of writing`;
  }
}

/** Every backfill, and how it stands in the table; undefined: nobody could be asked. */
export async function listOf(all: readonly Backfill[], isOpen: boolean): Promise<string> {
  const rows = await Promise.all(
    all.map(async ({ name, about }) => [name, isOpen ? await standingOf(name) : "", about]),
  );
  return columns([["backfill", "how it stands", "what it does"], ...rows]);
}

async function standingOf(name: string): Promise<string> {
  const { run, segments } = await Progress.standing(name);
  if (!run) return "never run";
  if (run.endedAt === undefined) {
    const done = segments.filter(({ isDone }) => isDone).length;
    return `not ended: ${done} of ${run.segments} segments, ${items(Progress.sum(segments).scanned)} scanned`;
  }
  const failed = run.failed > 0 ? `, ${figure.format(run.failed)} failed` : "";
  return `ended ${run.endedAt.slice(0, 16)}Z: ${figure.format(run.changed)} changed${failed}`;
}
