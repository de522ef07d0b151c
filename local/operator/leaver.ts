import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";

/**
 * Copies a local database at one instant, while the platform writes to it: the local equivalent of point-in-time recovery.
 * @throws Error if the copy exists
 */
export function copyDatabase(from: string, to: string): void {
  const database = new DatabaseSync(from, { readOnly: true });
  try {
    database.exec("PRAGMA busy_timeout = 10000");
    database.prepare("VACUUM INTO ?").run(to);
  } finally {
    database.close();
  }
}

/** A user who is erased after the restored moment of a rehearsal, and must not reappear. */

export interface Leaver {
  readonly email: string;
  readonly password: string;
}

const post = async (url: string, path: string, body: object, token?: string) => {
  const response = await fetch(url + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": "10.9.1.1",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
};

/** Registers the user. */
export async function arrive(url: string): Promise<Leaver> {
  const leaver = { email: `leaver-${randomUUID()}@example.com`, password: "Analytical1!" };
  const { status } = await post(url, "/api/auth/register", { name: "Leaver", ...leaver });
  if (status >= 300) throw new Error(`the registration failed: ${status}`);
  return leaver;
}

/** Requests the user's erasure without a grace period, and lets the schedule run. */
export async function leave(url: string, { email, password }: Leaver): Promise<void> {
  const signedIn = await post(url, "/api/auth/signin", { email, password });
  const requested = await post(url, "/api/account/erasure", { password }, String(signedIn.body["token"]));
  if (requested.status !== 202) throw new Error(`the erasure request failed: ${requested.status}`);
  await runErasures(url);
}

/** Advances the clock so that the schedule of erasures runs. */
export async function runErasures(url: string): Promise<void> {
  await post(url, "/_local/clock", { advanceSeconds: 301 });
  await post(url, "/_local/drain", {});
}

/** Returns whether the user can sign in. */
export async function isKnown(url: string, { email, password }: Leaver): Promise<boolean> {
  const { status } = await post(url, "/api/auth/signin", { email, password });
  if (status === 200 || status === 404) return status === 200;
  throw new Error(`a sign-in returned ${status}`);
}

/** Runs `npm run erasures:reapply` on the restored platform of a folder. @returns its output */
export const reapply = (data: string, moment: string): Promise<string> =>
  promisify(execFile)(process.execPath, ["local/erasures-reapply.ts", "--renew", moment], {
    env: { ...process.env, LOCAL_DATA: data },
  }).then(({ stdout, stderr }) => stdout + stderr);
