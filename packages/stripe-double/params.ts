import * as z from "zod";
import { invalid, type StripeFault } from "./errors.ts";
import type { Form } from "./form.ts";

/** Schemas of parameters in a form, where every value is text. Errors have Stripe's messages. */

const wrong = (ctx: z.RefinementCtx<unknown>, message: string, code?: string) => {
  ctx.addIssue({ code: "custom", message, params: { code } });
  return z.NEVER;
};

/** Text that is not empty. Empty text would unset the parameter, and these cannot be unset. */
export const text = z
  .string()
  .transform((value, ctx) => (value === "" ? wrong(ctx, "is empty", "parameter_invalid_empty") : value));

/** Text that empty text unsets. */
export const clearable = z.string().transform((value) => (value === "" ? null : value));

export const integer = z.string().transform((value, ctx) => {
  if (!/^-?\d{1,15}$/.test(value))
    return wrong(ctx, `Invalid integer: ${value}`, "parameter_invalid_integer");
  return Number(value);
});

export const boolean = z.string().transform((value, ctx) => {
  if (value === "true" || value === "false") return value === "true";
  return wrong(ctx, `Invalid boolean: ${value}`);
});

/** A parameter that Stripe accepts and the double ignores. */
export const ignored = z.unknown().optional();

export const oneOf = <const T extends readonly [string, ...string[]]>(...words: T) =>
  z.string().transform((value, ctx): T[number] => {
    const found = words.find((word) => word === value);
    return found ?? wrong(ctx, `must be one of ${words.join(", ")}`);
  });

const CURRENCIES = ["eur", "usd", "gbp", "chf", "sek", "nok", "dkk", "pln", "czk", "cad", "aud", "jpy"];

/** A lower-case currency code. */
export const currency = z.string().transform((value, ctx) => {
  const code = value.toLowerCase();
  if (CURRENCIES.includes(code)) return code;
  return wrong(
    ctx,
    `Invalid currency: ${code}. Stripe currently supports these currencies: ${CURRENCIES.join(", ")}`,
  );
});

const MAX_KEYS = 50;
const MAX_KEY = 40;
const MAX_VALUE = 500;

/** Keys and values. An empty value deletes its key, and empty text deletes all. */
export const metadata = z
  .union([z.literal(""), z.record(z.string(), z.string())])
  .transform((value, ctx) => {
    if (value === "") return value;
    const entries = Object.entries(value);
    if (entries.length > MAX_KEYS) return wrong(ctx, `Metadata can have up to ${MAX_KEYS} keys`);
    const longKey = entries.find(([key]) => key.length > MAX_KEY);
    if (longKey)
      return wrong(
        ctx,
        `Metadata keys can have up to ${MAX_KEY} characters, but you passed in a key of ${longKey[0].length}`,
      );
    const longValue = entries.find(([, value]) => value.length > MAX_VALUE);
    if (longValue)
      return wrong(
        ctx,
        `Metadata values can have up to ${MAX_VALUE} characters, but you passed in a value that is ${longValue[1].length} characters. Invalid value: ${longValue[1]}`,
      );
    return value;
  })
  .optional();

/** Returns an object's metadata after an update. */
export function mergeMetadata(
  before: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string>> | "" | undefined,
): Record<string, string> {
  if (changes === "") return {};
  return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== ""));
}

/** Formats the path of a parameter as Stripe does: `card[number]`. */
const nameOf = (path: readonly PropertyKey[]): string =>
  path.map((part, at) => (at === 0 ? String(part) : `[${String(part)}]`)).join("");

function sentence(message: string, param: string): string {
  if (message.startsWith("must be")) return `Invalid ${param}: ${message}`;
  if (message !== "is empty") return message;
  return `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a field; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`;
}

function faultOf(issue: z.core.$ZodIssue): StripeFault {
  const param = nameOf(issue.path);
  if (issue.code === "unrecognized_keys") {
    const unknown = nameOf([...issue.path, issue.keys[0] ?? ""]);
    return invalid(`Received unknown parameter: ${unknown}`, unknown, "parameter_unknown");
  }
  if (issue.code === "custom") {
    const code: unknown = issue.params?.["code"];
    return invalid(sentence(issue.message, param), param, typeof code === "string" ? code : undefined);
  }
  if (issue.code === "invalid_type" && issue.input === undefined)
    return invalid(`Missing required param: ${param}.`, param, "parameter_missing");
  return invalid(`Invalid ${issue.code === "invalid_type" ? issue.expected : "value"}: ${param}`, param);
}

/** Parses parameters. @throws StripeFault that names the first invalid one */
export function read<T extends z.ZodType>(schema: T, form: Form): z.output<T> {
  const parsed = schema.safeParse(form, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  throw first ? faultOf(first) : invalid("Invalid request");
}
