/**
 * Reads environment variables. A test compares `.env.example` with the calls of these functions. Secrets are read by
 * `secrets.ts`.
 */

/** Returns the variable's value; the fallback if it is unset or empty. */
export function env(name: string, fallback?: string): string {
  const value = process.env[name];
  if (value !== undefined && value !== "") return value;
  if (fallback !== undefined) return fallback;
  throw new Error(`the environment variable ${name} is not set; see .env.example`);
}

/** Parses a variable with a whole number. */
export function envInt(name: string, fallback: number): number {
  const text = env(name, String(fallback));
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`${name} must be a whole number, got "${text}"`);
  return value;
}

/** Parses a variable that is `true` or `false`. */
export function envFlag(name: string, fallback: boolean): boolean {
  const text = env(name, String(fallback));
  if (text !== "true" && text !== "false")
    throw new Error(`${name} must be "true" or "false", got "${text}"`);
  return text === "true";
}

export const envsOf = (prefix: string): readonly string[] =>
  Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith(prefix) && value !== undefined && value !== "" ? [value] : [],
  );

/** Returns the platform's origin (`PUBLIC_URL`). Links and redirects use it, never the `Host` header. */
export const publicOrigin = (): string => new URL(env("PUBLIC_URL", "http://localhost:3000")).origin;
