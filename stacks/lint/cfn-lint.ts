import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** Runs cfn-lint over templates: finds errors that CloudFormation would reject or interpret differently. */

/** The version under which the templates have no findings. */
export const CFN_LINT = "1.51.0";

/** The ignored rules, with the reason. */
export const ignored: Readonly<Record<string, string>> = {
  W3005:
    "The CDK adds a DependsOn for a function's role although the function already references its ARN. This is redundant and harmless.",
};

export interface Linted {
  /** Undefined if cfn-lint is not installed. */
  readonly version: string | undefined;
  /** A line for each finding. */
  readonly findings: readonly string[];
}

const run = promisify(execFile);

/** cfn-lint reports findings by its exit code and prints them to standard output. */
const hasFound = (code: unknown): boolean => typeof code === "number" && code >= 2 && code < 16;

/**
 * Lints each template of the folders.
 * @param command the cfn-lint executable
 * @throws Error if it fails for another reason than findings, or a folder has no template
 */
export async function lint(folders: readonly string[], command = "cfn-lint"): Promise<Linted> {
  const templates = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".template.json"))
      .map((name) => join(folder, name)),
  );
  if (templates.length === 0) throw new Error(`${folders.join(", ")} contain no templates`);
  const version = await versionOf(command);
  if (version === undefined) return { version, findings: [] };
  const workers = Math.min(templates.length, availableParallelism());
  const parts = Array.from({ length: workers }, (_, part) =>
    templates.filter((_, index) => index % workers === part),
  );
  const found = await Promise.all(parts.map((part) => findingsIn(command, part)));
  return { version, findings: found.flat() };
}

async function versionOf(command: string): Promise<string | undefined> {
  try {
    return (await run(command, ["--version"])).stdout.trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function findingsIn(command: string, templates: readonly string[]): Promise<string[]> {
  const options = ["--format", "parseable", "--ignore-checks", ...Object.keys(ignored)];
  try {
    await run(command, [...options, "--", ...templates], { maxBuffer: 2 ** 28 });
    return [];
  } catch (error) {
    const { code, stdout = "" } = error as { code?: unknown; stdout?: string };
    if (!hasFound(code)) throw error;
    return stdout.split("\n").filter((line) => line !== "");
  }
}
