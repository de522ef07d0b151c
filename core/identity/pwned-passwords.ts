import { createHash } from "node:crypto";
import { env } from "../kernel/env.ts";
import { request } from "../platform/http.ts";
import { log } from "../platform/log.ts";

/**
 * Asks a range API of breached passwords (Have I Been Pwned, Pwned Passwords API v3), if `PWNED_PASSWORDS_URL` names one. It
 * receives five of the 40 digits of the password's SHA-1, and returns all breached hashes that begin with them, with padding that
 * hides their number.
 */

/** The user waits for it. */
const TIMEOUT_MS = 2000;
const PREFIX_DIGITS = 5;

/** Returns whether a password was found in a breach. False if the API does not respond, so that users can register. */
export async function isPwned(password: string): Promise<boolean> {
  const url = env("PWNED_PASSWORDS_URL", "");
  if (url === "") return false;
  const digits = createHash("sha1").update(password.normalize("NFC")).digest("hex").toUpperCase();
  const [prefix, rest] = [digits.slice(0, PREFIX_DIGITS), digits.slice(PREFIX_DIGITS)];
  try {
    const response = await request(`${url.replace(/\/$/, "")}/range/${prefix}`, {
      headers: { "add-padding": "true" },
      timeoutMs: TIMEOUT_MS,
    });
    if (response.status !== 200) throw new Error(`the status is ${response.status}`);
    const found = (await response.text()).split(/\r?\n/).find((line) => line.startsWith(`${rest}:`));
    // A padding line has the count 0.
    return found !== undefined && Number(found.slice(rest.length + 1)) > 0;
  } catch (error) {
    log.warn("pwned passwords: range API did not respond, the password was accepted without it", { error });
    return false;
  }
}
