import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/**
 * How every tool is called, refuses, and fails: `--help` prints its usage and ends with 0; what it was not made for, or
 * cannot begin with, is a line with what to do, and 2; what fails on the way is a line, and 1. A stack trace is a defect's.
 */

export const write = (text: string): void => void process.stdout.write(`${text}\n`);
/** For the person alone, not for what reads the output. */
export const say = (text: string): void => void process.stderr.write(`${text}\n`);

export interface Usage {
  readonly usage: string;
  /** Whether it takes words beside its options; it does unless told. */
  readonly words?: boolean;
}

/** There is nothing to work on; the message says why, and what to do. */
export class NoTarget extends Error {
  override readonly name = "NoTarget";
}

/** Says what is wrong and ends with 2. */
export function refuse(message: string, { usage }: Usage): never {
  say(`${message}\n\n${usage}`);
  process.exit(2);
}

/**
 * Reads the arguments; ends with 0 where the usage is asked for, with 2 where they are none that the command takes.
 * From here on whatever fails is told in a line.
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
    // Node's advice for words that begin with a dash, which no tool takes.
    return refuse(message.replace(/\. To specify a positional argument .*$/s, "."), usage);
  }
}

/** Behind `--` everything is a word. */
const isHelp = (args: readonly string[]): boolean =>
  args
    .slice(0, args.includes("--") ? args.indexOf("--") : undefined)
    .some((one) => one === "--help" || one === "-h");

/** A whole number from 1 on. */
export function countOf(text: string | undefined, name: string, fallback: number, usage: Usage): number {
  if (text === undefined) return fallback;
  if (!/^[1-9]\d{0,6}$/.test(text))
    refuse(`--${name} must be a whole number from 1 on, got "${text}".`, usage);
  return Number(text);
}

interface Failure {
  readonly message: string;
  /** 2: it could not begin. */
  readonly code: 1 | 2;
}

/** A failure in words; undefined where it is a defect of the tool, whose stack is wanted. */
export function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name, message, code, $metadata: answered } = error as Error & Partial<Known>;
  if (error instanceof NoTarget) return { message, code: 2 };
  if (name === "AggregateError" && error instanceof AggregateError) return failureOf(error.errors[0]);
  if (/credential|token|^AccessDenied|^ExpiredToken|^SSO/i.test(name))
    return {
      message: `There are no credentials of AWS that may do this (${name}: ${message}). Set AWS_PROFILE, or assume a role first: docs/OPERATIONS.md, "Tools".`,
      code: 2,
    };
  if (/^Region is missing/.test(message))
    return { message: "AWS names no region: set AWS_REGION, such as eu-west-3.", code: 2 };
  if (answered !== undefined) return { message: `AWS refused: ${name}: ${message}`, code: 1 };
  // Of files, names and connections.
  const isOfSystem = typeof code === "string" && /^E[A-Z0-9]+$/.test(code);
  // A refusal of ours has words of its own; a TypeError and the like are nobody's but a developer's.
  return /^(Svc)?Error$/.test(name) || isOfSystem ? { message, code: 1 } : undefined;
}

/** What errors of AWS's SDK and of Node say of themselves. */
interface Known {
  readonly code: unknown;
  readonly $metadata: unknown;
}

function fail(error: unknown): never {
  // Whoever has read enough, as `head` does, closes the pipe.
  if ((error as { code?: unknown } | undefined)?.code === "EPIPE") process.exit();
  const failure = failureOf(error);
  say(failure?.message.replaceAll(/\s*\n\s*/g, "; ") ?? (error as Error | undefined)?.stack ?? String(error));
  process.exit(failure?.code ?? 1);
}
