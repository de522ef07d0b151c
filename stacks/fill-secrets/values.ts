import { randomInt } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { GENERATED_LENGTH, type SecretName, secretSpec, secrets } from "../../contract/secrets.ts";

/** Where the values of secrets come from. None is ever written anywhere but to Secrets Manager. */

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A value of chance, as the stack makes one. Tokens name it by its hash (`kid`), so it needs no name of its own. */
export const generated = (): string =>
  Array.from({ length: GENERATED_LENGTH }, () => alphabet[randomInt(alphabet.length)]).join("");

/** What is wrong with a value: the rule, never the value. */
export function problemOf(name: SecretName, value: string, stage: string): string | undefined {
  const { form, generated: ours } = secretSpec(name);
  if (/[\s\p{Cc}]/u.test(value)) return "must have no spaces and no line breaks";
  if (ours && value.length < 32) return "must be 32 bytes or more: leave it out, and one is made";
  if (form && !form.is.test(value)) return form.rule;
  if (stage === "prod" && /^[sr]k_test_/.test(value)) return "must be a live key in production";
  return undefined;
}

/** Values by name, from lines `NAME=value`; empty lines and comments count for nothing. @throws Error that names the line */
export function readLines(text: string): ReadonlyMap<SecretName, string> {
  const found = new Map<SecretName, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name, value = ""] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
    if (name === undefined || !Object.hasOwn(secrets, name))
      throw new Error(`line ${index + 1} of what was given is no NAME=value of a secret`);
    found.set(name as SecretName, value);
  }
  return found;
}

/** Asks a person, who sees the question and not what is typed. Empty: nothing was given. */
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
      // Ctrl-C and Ctrl-D: nothing that was typed counts.
      lines.once("SIGINT", () => reject(new Error("interrupted")));
      lines.once("close", () => resolve(""));
    });
  } finally {
    lines.close();
    output.write("\n");
  }
}
