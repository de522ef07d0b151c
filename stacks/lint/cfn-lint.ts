import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** cfn-lint over templates: what CloudFormation would refuse, or take otherwise than it is meant. */

/** The version that the templates are clean of. */
export const CFN_LINT = "1.51.0";

/** The rules that are left out, and why. */
export const ignored: Readonly<Record<string, string>> = {
  W3005:
    "The CDK makes a function depend on its role by name beside using the role's ARN: the one says again what the other does, and harms nothing.",
};

export interface Linted {
  /** Undefined where it is not installed. */
  readonly version: string | undefined;
  /** What it says, a line each: nothing where the templates are clean. */
  readonly findings: readonly string[];
}

const run = promisify(execFile);

/** cfn-lint says by its exit code that it found something, and what on its standard output. */
const hasFound = (code: unknown): boolean => typeof code === "number" && code >= 2 && code < 16;

/**
 * Lints each template of the folders.
 * @param command what runs cfn-lint
 * @throws Error where it fails otherwise than by finding something, or the folders hold no template
 */
export async function lint(folders: readonly string[], command = "cfn-lint"): Promise<Linted> {
  const templates = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".template.json"))
      .map((name) => join(folder, name)),
  );
  if (templates.length === 0) throw new Error(`${folders.join(", ")} hold no templates`);
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
