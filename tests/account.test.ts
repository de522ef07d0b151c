import { beforeEach, describe, expect, test, vi } from "vitest";
import { mailLink } from "../core/identity/mail-links/entity.ts";
import { ACCOUNT_ATTEMPTS } from "../core/identity/schema.ts";
import * as Users from "../core/identity/users.ts";
import * as Table from "../core/platform/table/index.ts";
import { App } from "./support/app.ts";
import { Browser, parseForms } from "./support/browser.ts";
import { emailsTo, latestEmailTo, subjectsTo } from "./support/emails.ts";
import { load, signIn, submit } from "./support/pages.ts";
import { withPlatform } from "./support/platform.ts";

/** Account security on the web: the API, and the pages that emails link to, which work without JavaScript. */

process.env["PUBLIC_URL"] = "";
const platform = withPlatform({ seeded: false });
const password = "Lovelace!1843";
const another = "Another-Horse-2";

let count = 0;
let email = "";
let home = "";
let token = "";
beforeEach(async () => {
  email = `web${++count}@example.com`;
  home = newAddress();
  const body = { name: "Ada Lovelace", email, password };
  const answer = await platform.call<{ token: string }>("POST", "/api/auth/register", { body, ip: home });
  token = answer.body.token;
});

let addresses = 0;
const newAddress = () => `198.18.${++addresses >> 8}.${addresses & 255}`;

interface Answered {
  readonly token: string;
  readonly code: string;
  readonly email: string;
  readonly sessionsEnded: number;
  readonly sessions: { id: string; kind: string; name: string; ip: string; isCurrent: boolean }[];
  readonly fields: { field: string }[];
  readonly challenge: string;
}

const call = (method: string, path: string, body?: object, as = token) =>
  platform.call<Answered>(method, `/api/auth${path}`, {
    ip: newAddress(),
    ...(as !== "" && { token: as }),
    ...(body && { body }),
  });
const attempt = (given: string, ip = newAddress(), of = email, path = "signin") =>
  platform.call<Answered>("POST", `/api/auth/${path}`, { body: { email: of, password: given }, ip });
const userOf = async (address: string) => {
  const user = await Users.fromEmail(address);
  if (!user) throw new Error(`no user has ${address}`);
  return user;
};

describe("a password", () => {
  test("is changed with the current password, which ends every session but the caller's", async () => {
    const other = await attempt(password);
    const phone = new App(platform);
    await phone.login(email, password);
    const wrong = await call("POST", "/change-password", { currentPassword: "x", newPassword: another });
    expect(wrong).toMatchObject({
      status: 400,
      body: { code: "AUTH_WRONG_PASSWORD", fields: [{ field: "currentPassword" }] },
    });
    const body = { currentPassword: password, newPassword: another };
    const changed = await call("POST", "/change-password", body);
    expect(changed.status).toBe(200);
    expect((await call("GET", "/me", undefined, changed.body.token)).status).toBe(200);
    for (const ended of [token, other.body.token])
      expect((await call("GET", "/me", undefined, ended)).status).toBe(401);
    expect((await phone.refresh()).status).toBe(401);
    expect((await attempt(password)).status).toBe(401);
    expect((await attempt(another)).status).toBe(200);
    expect(await subjectsTo(platform, email)).toContain("Votre mot de passe a été changé");
  });

  test("is rejected if it is common, and the error names the field", async () => {
    const body = { currentPassword: password, newPassword: "P@ssw0rd" };
    vi.stubEnv("COMMON_PASSWORDS", "reject");
    expect(await call("POST", "/change-password", body)).toMatchObject({
      status: 400,
      body: { code: "AUTH_WEAK_PASSWORD", fields: [{ field: "newPassword" }] },
    });
  });

  test("is reset on the website's pages, and opening the emailed link does not use it up", async () => {
    const browser = new Browser(platform.url);
    const sent = await submit(browser, "/auth/forgot-password", "/auth/forgot-password", { email });
    const unknown = await submit(
      new Browser(platform.url),
      "/auth/forgot-password",
      "/auth/forgot-password",
      {
        email: `no${email}`,
      },
    );
    const statusAndText = async (answer: Response) => [
      answer.status,
      // Tokens, and the comment that varies the length.
      (await answer.text()).replaceAll(/"[^"]*"|<!-- [\w-]+ -->$/g, ""),
    ];
    expect(await statusAndText(unknown)).toEqual(await statusAndText(sent));
    const { path } = await latestEmailTo(platform, email, "/auth/reset-password");
    for (let looks = 0; looks < 3; looks++) {
      const { response } = await load(new Browser(platform.url), path);
      expect(response.headers.get("referrer-policy")).toBe("strict-origin");
    }
    const weak = await submit(browser, path, "/auth/reset-password", { newPassword: "short" });
    const again = await weak.text();
    expect(again).toContain("must have at least 8 characters");
    expect(
      parseForms(again).find(({ action }) => action === "/auth/reset-password")?.fields["token"],
    ).toBeTruthy();
    const done = await submit(browser, path, "/auth/reset-password", { newPassword: another });
    expect(await done.text()).toContain("Your password was changed");
    expect((await attempt(another)).status).toBe(200);
    const twice = await submit(browser, path, "/auth/reset-password", { newPassword: "Third-Horse-3" });
    expect(await twice.text()).toContain("This link has expired, was already used");
  });

  test("is not changed by a reset form without a valid CSRF token", async () => {
    await submit(new Browser(platform.url), "/auth/forgot-password", "/auth/forgot-password", { email });
    const { token: link } = await latestEmailTo(platform, email, "/auth/reset-password");
    const fields = { token: link, newPassword: another, csrfToken: "made-up" };
    expect((await new Browser(platform.url).submit("/auth/reset-password", fields)).status).toBe(403);
    expect((await attempt(password)).status).toBe(200);
  });
});

describe("an email address", () => {
  test("is verified on the page that its email links to, after the user signs in", async () => {
    const { path } = await latestEmailTo(platform, email, "/auth/verify-email");
    const browser = new Browser(platform.url);
    const { response } = await load(browser, path);
    expect(response.status).toBe(302);
    const signInPage = response.headers.get("location") ?? "";
    const back = await signIn(browser, { email, password }, signInPage);
    expect(new URL(back.headers.get("location") ?? "").pathname).toBe("/auth/verify-email");
    expect((await userOf(email)).emailVerified).toBeUndefined();
    const done = await submit(browser, back.headers.get("location") ?? "", "/auth/verify-email");
    expect(done.headers.get("location")).toBe("/app/settings?section=profile");
    expect((await userOf(email)).emailVerified).toBeDefined();
  });

  test("is replaced after the new address is confirmed, and both addresses are notified", async () => {
    const to = `new${email}`;
    const wrong = await call("POST", "/change-email", { newEmail: to, password: "x" });
    expect(wrong.body).toMatchObject({ code: "AUTH_WRONG_PASSWORD" });
    expect((await call("POST", "/change-email", { newEmail: to.toUpperCase(), password })).status).toBe(202);
    const { code, text } = await latestEmailTo(platform, to, "/auth/change-email");
    expect(text).not.toContain("Ada");
    const asked = "Un changement d'adresse a été demandé";
    expect(await subjectsTo(platform, email)).toContain(asked);
    const phone = new App(platform);
    await phone.login(email, password);
    const history = await phone.call<{ notifications: unknown[] }>("GET", "/notifications/history");
    expect(history.body.notifications).toContainEqual(
      expect.objectContaining({ category: "security", title: asked }),
    );
    expect((await attempt(password)).status).toBe(200);
    const confirmed = await call("POST", "/change-email/confirm", { code });
    expect(confirmed).toMatchObject({ status: 200, body: { email: to } });
    expect(await userOf(to)).toMatchObject({ version: 2, emailVerified: expect.any(String) });
    expect((await attempt(password)).status).toBe(404);
    expect((await attempt(password, newAddress(), to)).status).toBe(200);
    for (const address of [email, to])
      expect(await subjectsTo(platform, address)).toContain("L'adresse de votre compte a été changée");
    const body = { name: "Eve", email, password };
    expect((await platform.call("POST", "/api/auth/register", { body, ip: newAddress() })).status).toBe(201);
  });

  test("is not changed to another account's address, even if that account registers after the request", async () => {
    const taken = `taken${email}`;
    await call("POST", "/change-email", { newEmail: taken, password });
    const { code } = await latestEmailTo(platform, taken, "/auth/change-email");
    const body = { name: "Eve", email: taken, password };
    await platform.call("POST", "/api/auth/register", { body, ip: newAddress() });
    const late = await call("POST", "/change-email/confirm", { code });
    expect(late).toMatchObject({ status: 409, body: { code: "AUTH_EMAIL_TAKEN" } });
    expect((await userOf(email)).email).toBe(email);
    const refused = await call("POST", "/change-email", { newEmail: taken, password });
    expect(refused).toMatchObject({ status: 409, body: { code: "AUTH_EMAIL_TAKEN" } });
  });

  test("goes to one account if several confirm it in parallel, and the others keep their own address", async () => {
    const wanted = `wanted${email}`;
    const people = await Promise.all(
      [1, 2, 3].map(async (index) => {
        const mine = `p${index}${email}`;
        const body = { name: "Ada", email: mine, password };
        const answer = await platform.call<Answered>("POST", "/api/auth/register", {
          body,
          ip: newAddress(),
        });
        await call("POST", "/change-email", { newEmail: wanted, password }, answer.body.token);
        return { mine, token: answer.body.token };
      }),
    );
    const emails = await emailsTo(platform, wanted, "/auth/change-email");
    expect(emails).toHaveLength(3);
    const tries = people.flatMap((person) => emails.map((message) => [person, message] as const));
    const answers = await Promise.all(
      tries.map(([person, message]) =>
        call("POST", "/change-email/confirm", { token: message.token }, person.token),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const owner = await userOf(wanted);
    const left = await Promise.all(people.map(({ mine }) => Users.fromEmail(mine)));
    expect(left.filter((one) => one !== undefined)).toHaveLength(2);
    expect(left.some((one) => one?.userId === owner.userId)).toBe(false);
  });

  test("receives at most three codes, regardless of how many accounts request it as their new address", async () => {
    const wanted = `guessed${email}`;
    const people = await Promise.all(
      [1, 2, 3, 4, 5].map(async (index) => {
        const mine = `g${index}${email}`;
        const body = { name: "Eve", email: mine, password };
        const answer = await platform.call<Answered>("POST", "/api/auth/register", {
          body,
          ip: newAddress(),
        });
        await call("POST", "/change-email", { newEmail: wanted, password }, answer.body.token);
        return userOf(mine);
      }),
    );
    expect(await emailsTo(platform, wanted, "/auth/change-email")).toHaveLength(3);
    const links = await Promise.all(
      people.map(({ userId }) => Table.find(mailLink, { userId, purpose: "change-email" })),
    );
    expect(links.map((link) => link?.newEmail)).toEqual(people.map(() => wanted));
    expect(links.filter((link) => link?.sealedCode !== undefined)).toHaveLength(3);
  });

  test("is changed on the page that its email links to, and a password change invalidates the link", async () => {
    const browser = new Browser(platform.url);
    await signIn(browser, { email, password });
    const to = `page${email}`;
    expect((await call("POST", "/change-email", { newEmail: to, password })).status).toBe(202);
    const old = await latestEmailTo(platform, to, "/auth/change-email");
    const changed = await call("POST", "/change-password", {
      currentPassword: password,
      newPassword: another,
    });
    expect(changed.status).toBe(200);
    await signIn(browser, { email, password: another });
    const dead = await submit(browser, old.path, "/auth/change-email");
    expect(await dead.text()).toContain("has expired, was already used, or was replaced by a newer one");
    await call("POST", "/change-email", { newEmail: to, password: another }, changed.body.token);
    const { path } = await latestEmailTo(platform, to, "/auth/change-email");
    const done = await submit(browser, path, "/auth/change-email");
    expect(done.headers.get("location")).toBe("/app/settings?section=profile");
    expect((await userOf(to)).email).toBe(to);
  });
});

describe("sessions", () => {
  test("are listed with the names of known browsers, and ended one by one or all except the caller's", async () => {
    const headers = { "user-agent": "Call me (Windows NT 10.0) Chrome/140 Safari/537 Edg/140" };
    const body = { email, password };
    const second = await platform.call<Answered>("POST", "/api/auth/signin", {
      body,
      ip: newAddress(),
      headers,
    });
    const phone = new App(platform, { model: "Phone 9" });
    await phone.login(email, password);
    const list = async () => (await call("GET", "/sessions")).body.sessions;
    const before = await list();
    expect(before.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual(
      ["mobile Phone 9", "web Unknown app", "web Edge on Windows"].sort(),
    );
    expect(before.filter(({ isCurrent }) => isCurrent)).toMatchObject([{ ip: home }]);
    const edge = before.find(({ name }) => name.startsWith("Edge"));
    expect((await call("DELETE", `/sessions/${edge?.id}`)).status).toBe(200);
    expect((await call("GET", "/me", undefined, second.body.token)).status).toBe(401);
    expect((await call("DELETE", `/sessions/${edge?.id}`)).status).toBe(404);
    const ended = await call("POST", "/sessions/end-others");
    expect(ended.body.sessionsEnded).toBe(1);
    expect((await phone.refresh()).status).toBe(401);
    expect(await list()).toHaveLength(1);
  });

  test("cause an email to the user when they start from a new IP address or device", async () => {
    const newSignInEmails = async () =>
      (await subjectsTo(platform, email)).filter((one) => one === "Nouvelle connexion à votre compte").length;
    await attempt(password, home);
    expect(await newSignInEmails()).toBe(0);
    const hotel = newAddress();
    await attempt(password, hotel);
    expect(await newSignInEmails()).toBe(1);
    await attempt(password, hotel);
    expect(await newSignInEmails()).toBe(1);
    await new App(platform).login(email, password);
    expect(await newSignInEmails()).toBe(1);
    expect(await subjectsTo(platform, email)).toContain("Nouvel appareil connecté à votre compte");
  });
});

describe("a user locked out by wrong attempts of others", () => {
  const exhaust = async (of = email) => {
    for (let tries = 0; tries <= ACCOUNT_ATTEMPTS; tries++) await attempt("Wrong!123", newAddress(), of);
  };

  test("can sign in from the IP address where the emailed link was confirmed, and from no other", async () => {
    const hotel = newAddress();
    await exhaust();
    expect(await attempt(password, hotel)).toMatchObject({ status: 429, body: { challenge: "email" } });
    const emails = await emailsTo(platform, email, "/auth/unlock");
    expect(emails).toHaveLength(1);
    const browser = new Browser(platform.url);
    const path = emails[0]?.path ?? "";
    const { html } = await load(browser, path);
    const form = parseForms(html).find(({ action }) => action === "/auth/unlock");
    const press = () => browser.submit("/auth/unlock", form?.fields ?? {}, { "x-forwarded-for": hotel });
    expect((await attempt(password, hotel)).status).toBe(429);
    expect(await (await press()).text()).toContain("You can sign in from this device");
    expect((await attempt(password, hotel)).status).toBe(200);
    expect((await attempt(password, newAddress())).status).toBe(429);
    expect(await (await press()).text()).toContain("has expired, was already used");
  });

  test("receives at most one unlock email per half hour, for attempts on the web and in the app together", async () => {
    await exhaust();
    await new App(platform).tryLogin(email, password);
    expect(await emailsTo(platform, email, "/auth/unlock")).toHaveLength(1);
    await platform.advance(1801);
    await exhaust();
    expect(await emailsTo(platform, email, "/auth/unlock")).toHaveLength(2);
  });

  test("gets the same response as an address without an account, and that address receives no email", async () => {
    const unregistered = `unknown${count}@example.com`;
    await exhaust();
    await exhaust(unregistered);
    const [known, unknown] = await Promise.all(
      [email, unregistered].map((of) => attempt(password, newAddress(), of)),
    );
    const shape = ({ status, body }: typeof known & object) => [
      status,
      JSON.stringify(body).replaceAll(/\d+/g, ""),
    ];
    expect(shape(unknown as never)).toEqual(shape(known as never));
    expect(await emailsTo(platform, unregistered, "/auth/unlock")).toEqual([]);
    const device = await new App(platform).tryLogin(email, password);
    expect(device).toMatchObject({ status: 429, body: { details: { challenge: "email" } } });
  });

  test("can sign in from the IP address of a password reset, and from no other", async () => {
    await exhaust();
    const ip = newAddress();
    await platform.call("POST", "/api/auth/forgot-password", { body: { email }, ip });
    const { token: link } = await latestEmailTo(platform, email, "/auth/reset-password");
    const body = { token: link, newPassword: another };
    expect((await platform.call("POST", "/api/auth/reset-password", { body, ip })).status).toBe(200);
    expect((await attempt(another, ip)).status).toBe(200);
    expect((await attempt(another)).status).toBe(429);
  });
});
