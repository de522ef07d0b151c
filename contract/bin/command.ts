import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/**
 * Functions shared by all command-line tools. `--help` prints the usage and exits with 0. Invalid arguments or a missing
 * target print a line that explains the remedy, and exit with 2. Later failures print a line and exit with 1. A stack
 * trace is only printed for a defect.
 */

export const write = (text: string): void => void process.stdout.write(`${text}\n`);
/** Prints a message for the user, not for programs that read the output. */
export const say = (text: string): void => void process.stderr.write(`${text}\n`);

export interface Usage {
  readonly usage: string;
  /** Whether the tool takes positional arguments. Defaults to true. */
  readonly words?: boolean;
}

/** Thrown if there is nothing to work on. The message states the reason and the remedy. */
export class NoTarget extends Error {
  override readonly name = "NoTarget";
}

/** Prints the problem and the usage, and exits with 2. */
export function exitWithUsage(message: string, { usage }: Usage): never {
  say(`${message}\n\n${usage}`);
  process.exit(2);
}

/**
 * Parses the arguments. Exits with 0 after `--help`, and with 2 if they are invalid. Installs the handler that reports
 * uncaught errors.
 */
export function argumentsOf<Options extends ParseArgsOptionsConfig>(options: Options, usage: Usage) {
  process.on("uncaughtException", fail);
  if (isHelp(process.argv.slice(2))) {
    write(usage.usage);
    process.exit(0);
  }
  try {
    return parseArgs<{ allowPositionals: true; options: Options }>({
      allowPositionals: (usage.words ?? true) as true,
      options,
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Removes Node's advice about arguments that begin with a dash, which no tool accepts.
    return exitWithUsage(message.replace(/\. To specify a positional argument .*$/s, "."), usage);
  }
}

/** Returns whether the arguments request the usage. Arguments after `--` are positional. */
const isHelp = (args: readonly string[]): boolean =>
  args
    .slice(0, args.includes("--") ? args.indexOf("--") : undefined)
    .some((one) => one === "--help" || one === "-h");

/** Parses a whole number from 1 to 9,999,999. Exits with 2 if it is invalid. */
export function countOf(text: string | undefined, name: string, fallback: number, usage: Usage): number {
  if (text === undefined) return fallback;
  if (!/^[1-9]\d{0,6}$/.test(text))
    exitWithUsage(`--${name} must be a whole number from 1 to 9,999,999, got "${text}".`, usage);
  return Number(text);
}

interface Failure {
  readonly message: string;
  /** The exit code: 2 if the tool could not start, else 1. */
  readonly code: 1 | 2;
}

/** Returns a message for a failure. Undefined for a defect of the tool, whose stack trace is needed. */
export function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof Error)) return undefined;
  // The fields of errors of Node and of the AWS SDK.
  const { name, message, code, $metadata } = error as Error & { code?: unknown; $metadata?: unknown };
  if (error instanceof NoTarget) return { message, code: 2 };
  if (error instanceof AggregateError) return failureOf(error.errors[0]);
  if (/credential|token|^AccessDenied|^ExpiredToken|^SSO/i.test(name))
    return {
      message: `No AWS credentials with access were found (${name}: ${message}). Set AWS_PROFILE, or assume a role first: docs/OPERATIONS.md, "Tools".`,
      code: 2,
    };
  if (/^Region is missing/.test(message))
    return { message: "No AWS region is configured: set AWS_REGION, for example to eu-west-3.", code: 2 };
  if ($metadata !== undefined) return { message: `AWS rejected the request: ${name}: ${message}`, code: 1 };
  const isSystemError = typeof code === "string" && /^E[A-Z0-9]+$/.test(code);
  // Our own errors have messages for users. A TypeError and the like are defects.
  return /^(Svc)?Error$/.test(name) || isSystemError ? { message, code: 1 } : undefined;
}

function fail(error: unknown): never {
  // A reader such as `head` closes the pipe when it has read enough.
  if ((error as { code?: unknown } | undefined)?.code === "EPIPE") process.exit();
  const failure = failureOf(error);
  say(failure?.message.replaceAll(/\s*\n\s*/g, "; ") ?? (error as Error | undefined)?.stack ?? String(error));
  process.exit(failure?.code ?? 1);
}

/** Returns the known names that are most similar to a name, separated by commas, the most similar first. */
export const nearest = (known: readonly string[], name: string, count: number): string =>
  known
    .map((one) => ({ one, far: distance(name.toLowerCase(), one.toLowerCase()) }))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, count)
    .map(({ one }) => one)
    .join(", ");

/** Returns how many characters must be added, removed or changed (Levenshtein distance). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, character] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(
        Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (character === other ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
