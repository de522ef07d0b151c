import bcrypt from "bcryptjs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { handOverWrites } from "../core/handover/endings.ts";
import { ACCOUNT_ATTEMPTS, ACCOUNT_ATTEMPTS_SECONDS } from "../core/identity/schema.ts";
import * as Users from "../core/identity/users.ts";
import { Browser } from "./support/browser.ts";
import { withPlatform } from "./support/platform.ts";

/** Limits of password attempts on one account from many IP addresses. */

const platform = withPlatform({ seeded: false });
const password = "Lovelace!1843";
const HOME = "203.0.113.7";

let count = 0;
let addresses = 0;
let email = "";
beforeEach(async () => {
  email = `ada${count++}@example.com`;
  const name = "Ada Lovelace";
  const body = { name, email, password };
  expect((await platform.call("POST", "/api/auth/register", { body, ip: HOME })).status).toBe(201);
});
afterEach(() => vi.restoreAllMocks());

/** Returns a new IP address. */
const newAddress = () => `198.18.${++addresses >> 8}.${addresses & 255}`;

interface Tried {
  readonly code: string;
  readonly retryAfter: number;
}
const attempt = (given: string, ip = newAddress(), path = "signin", of = email) =>
  platform.call<Tried>("POST", `/api/auth/${path}`, { body: { email: of, password: given }, ip });

/** Signs in with the Auth.js route. */
async function submit(given: string, ip: string): Promise<number> {
  const browser = new Browser(platform.url);
  const from = { "x-forwarded-for": ip };
  const csrf = await browser.request("/api/auth/csrf", { headers: from });
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const form = { csrfToken, email, password: given, json: "true" };
  return (await browser.submit("/api/auth/callback/credentials", form, from)).status;
}

async function exhaustAttempts(of = email): Promise<void> {
  for (let tries = 0; tries < ACCOUNT_ATTEMPTS; tries++)
    expect((await attempt("Wrong!123", newAddress(), "signin", of)).status).not.toBe(429);
}

describe("wrong passwords from many IP addresses", () => {
  test("are compared only up to the account's limit, even if a hundred arrive in parallel", async () => {
    const compared = vi.spyOn(bcrypt, "compare");
    const ways = ["signin", "login", "form"];
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const way = ways[index % 3] ?? "";
        return way === "form"
          ? submit("Wrong!123", newAddress())
          : (await attempt("Wrong!123", newAddress(), way)).status;
      }),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(ACCOUNT_ATTEMPTS);
    expect(statuses.filter((status) => status === 429)).toHaveLength(100 - ACCOUNT_ATTEMPTS);
    expect(compared).toHaveBeenCalledTimes(ACCOUNT_ATTEMPTS);
  });

  test("lead to a limit, which states when the next attempt is possible", async () => {
    await exhaustAttempts();
    const refused = await attempt(password);
    expect(refused).toMatchObject({ status: 429, body: { code: "AUTH_RATE_LIMIT" } });
    const { retryAfter } = refused.body;
    expect(retryAfter).toBeGreaterThan(ACCOUNT_ATTEMPTS_SECONDS - 120);
    expect(retryAfter).toBeLessThanOrEqual(ACCOUNT_ATTEMPTS_SECONDS);
    expect(refused.headers.get("retry-after")).toBe(String(retryAfter));
    await platform.advance(retryAfter);
    expect((await attempt(password)).status).toBe(200);
  });

  test("do not lock out the user at a known IP address", async () => {
    await exhaustAttempts();
    for (const path of ["signin", "login"]) expect((await attempt(password, HOME, path)).status).toBe(200);
    expect(await submit(password, HOME)).toBe(200);
    expect((await attempt("Wrong!123", HOME)).status).toBe(401);
    // A successful sign-in at the known address does not reset the limit for other addresses.
    expect((await attempt(password)).status).toBe(429);
  });

  test("do not reveal whether an account exists", async () => {
    const unregistered = `unknown${count}@example.com`;
    await exhaustAttempts(unregistered);
    await exhaustAttempts();
    const answers = await Promise.all(
      [email, unregistered].map((of) => attempt(password, newAddress(), "login", of)),
    );
    expect(answers.map(({ status }) => status)).toEqual([429, 429]);
    const [known, unknown] = answers.map(({ body: { retryAfter: _, ...body }, headers }) => ({
      body: JSON.stringify(body).replaceAll(/\d+/g, ""),
      headers: [...headers.keys()].sort(),
    }));
    expect(known).toEqual(unknown);
  });
});

test("a correct password resets the count, and makes its IP address known for a limited time", async () => {
  const [office, hotel] = [newAddress(), newAddress()];
  for (let tries = 1; tries < ACCOUNT_ATTEMPTS; tries++) await attempt("Wrong!123");
  expect((await attempt(password, office)).status).toBe(200);
  await exhaustAttempts();
  expect((await attempt(password, hotel)).status).toBe(429);
  expect((await attempt(password, office)).status).toBe(200);
  await platform.advance(91 * 86_400);
  await exhaustAttempts();
  expect((await attempt(password, office)).status).toBe(429);
});

test("correct passwords from many IP addresses are not limited", async () => {
  for (let signIns = 0; signIns < 2 * ACCOUNT_ATTEMPTS; signIns++)
    expect((await attempt(password)).status).toBe(200);
});

test("the known IP address of a former owner is unknown after a hand-over", async () => {
  const user = await Users.fromEmail(email);
  if (user) await Users.setPassword(user, "Another-Horse-2", handOverWrites);
  await exhaustAttempts();
  expect((await attempt("Another-Horse-2", HOME)).status).toBe(429);
});
