import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";

/** Somebody who is erased after the moment that a rehearsal restores, and must not come back. */

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

/** Somebody new. */
export async function arrive(url: string): Promise<Leaver> {
  const leaver = { email: `leaver-${randomUUID()}@example.com`, password: "Analytical1!" };
  const { status } = await post(url, "/api/auth/register", { name: "Leaver", ...leaver });
  if (status >= 300) throw new Error(`nobody was registered: ${status}`);
  return leaver;
}

/** Asks to be erased, with no time of grace: then the schedule erases who it is. */
export async function leave(url: string, { email, password }: Leaver): Promise<void> {
  const signedIn = await post(url, "/api/auth/signin", { email, password });
  const asked = await post(url, "/api/account/erasure", { password }, String(signedIn.body["token"]));
  if (asked.status !== 202) throw new Error(`no erasure was asked for: ${asked.status}`);
  await erasing(url);
}

/** Lets the schedule of erasures run. */
export async function erasing(url: string): Promise<void> {
  await post(url, "/_local/clock", { advanceSeconds: 301 });
  await post(url, "/_local/drain", {});
}

/** Whether the platform knows somebody: who signs in, or would if nothing stood against it. */
export async function isKnown(url: string, { email, password }: Leaver): Promise<boolean> {
  const { status } = await post(url, "/api/auth/signin", { email, password });
  if (status === 200 || status === 404) return status === 200;
  throw new Error(`a sign-in was answered ${status}`);
}

/** `npm run erasures:reapply` on the platform of a folder, restored to a moment. @returns what it says */
export const reapply = (data: string, moment: string): Promise<string> =>
  promisify(execFile)(process.execPath, ["local/erasures-reapply.ts", "--renew", moment], {
    env: { ...process.env, LOCAL_DATA: data },
  }).then(({ stdout, stderr }) => stdout + stderr);
