import { SvcConnectionError, SvcError } from "../sdk/src/index.ts";

/** Settings of the examples: environment variables, or a new account with 150 euros on a local platform. */

/** The platform's address. Defaults to that of `npm start`. */
export const baseUrl = (process.env["SVC_URL"] || "http://localhost:3000").replace(/\/$/, "");

const settings = {
  SVC_API_KEY: "an API key with the scope *, from POST /api/keys",
  SVC_SIGNING_SECRET: "the signing secret of the API key, shown when the key was created",
  SVC_PAYEE: "the email address of the user who receives the transfer",
  SVC_ACCESS_TOKEN: "an access token, from POST /api/auth/signin",
  SVC_MCP_KEY: "an API key with the scope mcp:read",
} as const;

type Setting = keyof typeof settings;
type Settings = Readonly<Record<Setting, string>>;

/** An error that the user of an example can fix. */
class SetupError extends Error {}

/** Runs an example with the settings that it needs. If it fails, prints a sentence and exits with 1. */
export async function run<const S extends Setting>(
  needed: readonly S[],
  example: (settings: Readonly<Record<S, string>>) => Promise<void>,
): Promise<void> {
  try {
    await example(await settingsFor(needed));
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

async function settingsFor<S extends Setting>(needed: readonly S[]): Promise<Readonly<Record<S, string>>> {
  const missing = needed.filter((name) => !process.env[name]);
  if (missing.length === 0)
    return Object.fromEntries(needed.map((name) => [name, process.env[name]])) as Record<S, string>;
  if (missing.length === needed.length && (await isLocal())) return newAccount();
  throw new SetupError(missing.map((name) => `Set ${name}: ${settings[name]}.`).join("\n"));
}

const isLocal = async (): Promise<boolean> => (await send("/_local/health")).ok;

/**
 * Registers an account on a local platform, and adds 150 euros with a test card of the local Stripe double. New
 * accounts need an approval from 200 euros on.
 */
async function newAccount(): Promise<Settings> {
  const email = `example-${crypto.randomUUID()}@example.com`;
  const { token } = await post<{ token: string }>("/api/auth/register", "", {
    name: "Example",
    email,
    password: "Analytical1!",
  });
  await post("/api/defi/wallets", token, { assetSymbol: "EUR" });
  await post("/api/payments", token, { amount: 15_000, currency: "eur", paymentMethodId: "pm_card_visa" });
  await post("/_local/drain", token, {});
  const { secret, signingSecret } = await post<{ secret: string; signingSecret: string }>(
    "/api/keys",
    token,
    { name: "Examples", mode: "live", scopes: ["*"] },
  );
  return {
    SVC_API_KEY: secret,
    SVC_SIGNING_SECRET: signingSecret,
    SVC_PAYEE: "ugo@svc.local",
    SVC_ACCESS_TOKEN: token,
    SVC_MCP_KEY: secret,
  };
}

/** Sends a JSON request with an access token and returns the JSON response. */
export async function post<T>(path: string, token: string, body: object): Promise<T> {
  const response = await send(path, {
    method: "POST",
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new SetupError(`POST ${path} failed with status ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function send(path: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(`${baseUrl}${path}`, init);
  } catch {
    throw new SvcConnectionError(path);
  }
}

function explain(error: unknown): string {
  if (error instanceof SvcConnectionError || isFailedFetch(error))
    return `No platform answers at ${baseUrl}. Start one with npm start, or set SVC_URL to the address of yours.`;
  if (error instanceof SvcError && error.status !== 401)
    return `The platform rejected a request (${error.code}): ${error.message}`;
  if (error instanceof Error && error.message.includes("Unauthorized"))
    return "The platform rejected the credential. Check the variables that begin with SVC_.";
  return error instanceof Error ? error.message : String(error);
}

/** Returns whether `fetch` itself failed, without a response. */
const isFailedFetch = (error: unknown): boolean =>
  error instanceof TypeError && error.message === "fetch failed";
