import { existsSync, readFileSync } from "node:fs";
import * as z from "zod";
import { unknownNames } from "./context-names.ts";

/**
 * Where a stage's configuration comes from: what the command line or `cdk.json` says (`-c domain=…`), then the
 * stage's own file, `stages/<stage>.json`, names and values alone. SST has no `-c`, so there the file is the way.
 */

/** What reads one value; a construct's node is one. */
export interface Context {
  tryGetContext(name: string): unknown;
}

const file = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

export const stageFile = (stage: string): string => `stages/${stage}.json`;

/**
 * The context of a stage: what was given, then what its file says.
 * @param stageName where `stage` is not part of what was given, as under SST
 * @throws Error that names the file, where it is no object of names and values, or has a name that nobody reads
 */
export function stageContext(given: Context, stageName?: string, root: string = process.cwd()): Context {
  const stage = stageName ?? String(given.tryGetContext("stage") ?? "dev");
  const values = valuesOf(`${root}/${stageFile(stage)}`);
  const isGiven = (value: unknown) => value !== undefined && value !== "";
  return {
    tryGetContext: (name) => {
      const value = given.tryGetContext(name);
      return isGiven(value) ? value : name === "stage" ? stage : values[name];
    },
  };
}

/** What CDK itself keeps in the context: names with colons, such as `@aws-cdk/core:checkSecretUsage`, and these. */
const CDKS: readonly string[] = ["cli-telemetry", "acknowledged-issue-numbers"];

/**
 * @param given what the command line, `cdk.json` and `~/.cdk.json` say
 * @throws Error that names what nobody reads
 */
export function refuseUnknown(given: Readonly<Record<string, unknown>>): void {
  const ours = Object.keys(given).filter((name) => !name.includes(":") && !CDKS.includes(name));
  const [unknown] = unknownNames(ours);
  if (unknown !== undefined) throw new Error(`-c, cdk.json or ~/.cdk.json: ${unknown}`);
}

function valuesOf(path: string): z.output<typeof file> {
  if (!existsSync(path)) return {};
  const values = read(path);
  const [unknown] = unknownNames(Object.keys(values));
  if (unknown !== undefined) throw new Error(`${path}: ${unknown}`);
  return values;
}

function read(path: string): z.output<typeof file> {
  try {
    return file.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new Error(`${path} must be a JSON object of names and values: ${String(error)}`, { cause: error });
  }
}
