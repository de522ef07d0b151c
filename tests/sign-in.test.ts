import bcrypt from "bcryptjs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { endings } from "../core/handover/endings.ts";
import { ACCOUNT_TRIES, ACCOUNT_TRIES_SECONDS } from "../core/identity/schema.ts";
import * as Users from "../core/identity/users.ts";
import { Browser } from "./support/browser.ts";
import { withPlatform } from "./support/platform.ts";

/** How often a password may be tried on one account, from however many addresses. */

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

/** An address that nobody came from before. */
const elsewhere = () => `198.18.${++addresses >> 8}.${addresses & 255}`;

interface Tried {
  readonly code: string;
  readonly retryAfter: number;
}
const attempt = (given: string, ip = elsewhere(), path = "signin", of = email) =>
  platform.call<Tried>("POST", `/api/auth/${path}`, { body: { email: of, password: given }, ip });

/** Auth.js's way in. */
async function submit(given: string, ip: string): Promise<number> {
  const browser = new Browser(platform.url);
  const from = { "x-forwarded-for": ip };
  const csrf = await browser.request("/api/auth/csrf", { headers: from });
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const form = { csrfToken, email, password: given, json: "true" };
  return (await browser.submit("/api/auth/callback/credentials", form, from)).status;
}

async function exhaust(of = email): Promise<void> {
  for (let tries = 0; tries < ACCOUNT_TRIES; tries++)
    expect((await attempt("Wrong!123", elsewhere(), "signin", of)).status).not.toBe(429);
}

describe("a hundred wrong passwords from a hundred addresses", () => {
  test("at once are mostly refused before any is compared", async () => {
    const compared = vi.spyOn(bcrypt, "compare");
    const ways = ["signin", "login", "form"];
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const way = ways[index % 3] ?? "";
        return way === "form"
          ? submit("Wrong!123", elsewhere())
          : (await attempt("Wrong!123", elsewhere(), way)).status;
      }),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(ACCOUNT_TRIES);
    expect(statuses.filter((status) => status === 429)).toHaveLength(100 - ACCOUNT_TRIES);
    expect(compared).toHaveBeenCalledTimes(ACCOUNT_TRIES);
  });

  test("say when to come back, and then there is room again", async () => {
    await exhaust();
    const refused = await attempt(password);
    expect(refused).toMatchObject({ status: 429, body: { code: "AUTH_RATE_LIMIT" } });
    const { retryAfter } = refused.body;
    expect(retryAfter).toBeGreaterThan(ACCOUNT_TRIES_SECONDS - 120);
    expect(retryAfter).toBeLessThanOrEqual(ACCOUNT_TRIES_SECONDS);
    expect(refused.headers.get("retry-after")).toBe(String(retryAfter));
    await platform.advance(retryAfter);
    expect((await attempt(password)).status).toBe(200);
  });

  test("lock nobody out who was signed in at the address before", async () => {
    await exhaust();
    for (const path of ["signin", "login"]) expect((await attempt(password, HOME, path)).status).toBe(200);
    expect(await submit(password, HOME)).toBe(200);
    expect((await attempt("Wrong!123", HOME)).status).toBe(401);
    // Who gets in at home makes no room for who does not.
    expect((await attempt(password)).status).toBe(429);
  });

  test("say nothing of whether there is an account", async () => {
    const nobody = `nobody${count}@example.com`;
    await exhaust(nobody);
    await exhaust();
    const answers = await Promise.all(
      [email, nobody].map((of) => attempt(password, elsewhere(), "login", of)),
    );
    expect(answers.map(({ status }) => status)).toEqual([429, 429]);
    const [known, unknown] = answers.map(({ body: { retryAfter: _, ...body }, headers }) => ({
      body: JSON.stringify(body).replaceAll(/\d+/g, ""),
      headers: [...headers.keys()].sort(),
    }));
    expect(known).toEqual(unknown);
  });
});

test("a right password begins the count anew, and knows the address from then on", async () => {
  const [office, hotel] = [elsewhere(), elsewhere()];
  for (let tries = 1; tries < ACCOUNT_TRIES; tries++) await attempt("Wrong!123");
  expect((await attempt(password, office)).status).toBe(200);
  await exhaust();
  expect((await attempt(password, hotel)).status).toBe(429);
  expect((await attempt(password, office)).status).toBe(200);
  await platform.advance(91 * 86_400);
  await exhaust();
  expect((await attempt(password, office)).status).toBe(429);
});

test("many right passwords from many addresses are never refused", async () => {
  for (let signIns = 0; signIns < 2 * ACCOUNT_TRIES; signIns++)
    expect((await attempt(password)).status).toBe(200);
});

test("the address of an account's former owner is a stranger's", async () => {
  const user = await Users.fromEmail(email);
  if (user) await Users.setPassword(user, "Another-Horse-2", endings);
  await exhaust();
  expect((await attempt("Another-Horse-2", HOME)).status).toBe(429);
});
