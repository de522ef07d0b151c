import { beforeAll, describe, expect, it } from "vitest";
import { LANGUAGE_COOKIE } from "../contract/cookies.ts";
import { App } from "./support/app.ts";
import { type CallOptions, withPlatform } from "./support/platform.ts";

/** Error messages are in the reader's language; error codes are the same in all languages. */

const platform = withPlatform({ seeded: false });
const password = "Lovelace!1843";
const GAP = "\u202f";

const french = { "accept-language": "fr-FR,fr;q=0.9,en;q=0.5" };
const english = { "accept-language": "en-GB,en;q=0.9,fr;q=0.5" };

interface Failure {
  readonly error: string;
  readonly code?: string;
  readonly message?: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
  readonly fields?: readonly { readonly field: string; readonly message: string }[];
}

let phone: App;
let webToken = "";
beforeAll(async () => {
  phone = new App(platform);
  await phone.register("ada@example.com", password);
  const body = { email: "ada@example.com", password };
  const signIn = await platform.call<{ token: string }>("POST", "/api/auth/signin", { body });
  webToken = (signIn.body as { accessToken?: string; token?: string }).accessToken ?? signIn.body.token;
});

const wrongSignIn = (options: CallOptions) =>
  platform.call<Failure>("POST", "/api/auth/signin", {
    body: { email: "unknown@example.com", password },
    ...options,
  });

describe("an error message", () => {
  it("of the web is in the client's language, or in English if that language is not supported", async () => {
    const inFrench = await wrongSignIn({ headers: french });
    const inEnglish = await wrongSignIn({ headers: english });
    const inNone = await wrongSignIn({ headers: { "accept-language": "de, *;q=0.1" } });
    expect(inFrench.body.message).toBe(
      "Aucun compte n'existe pour cette adresse e-mail. Vérifiez l'adresse, ou inscrivez-vous.",
    );
    expect(inEnglish.body.message).toBe(
      "No account exists for this email address. Check the address, or register.",
    );
    expect(inNone.body).toEqual(inEnglish.body);
    expect(inFrench.body.code).toBe(inEnglish.body.code);
    expect(inFrench.status).toBe(inEnglish.status);
  });

  it("states its language, and the headers that determine it", async () => {
    for (const [headers, language] of [
      [french, "fr"],
      [english, "en"],
    ] as const) {
      const answer = await wrongSignIn({ headers });
      expect(answer.headers.get("content-language")).toBe(language);
      expect(answer.headers.get("vary")?.toLowerCase()).toContain("accept-language");
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });

  it("of the web is in the language selected on a page rather than the browser's, and the app ignores that cookie", async () => {
    const cookie = `${LANGUAGE_COOKIE}=fr`;
    const web = await wrongSignIn({ headers: { ...english, cookie } });
    expect(web.headers.get("content-language")).toBe("fr");
    const { deviceId, deviceInfo } = phone;
    const body = { email: "unknown@example.com", password, deviceId, deviceInfo };
    const app = await phone.call("POST", "/auth/login", { body, token: "", headers: { ...english, cookie } });
    expect(app.headers.get("content-language")).toBe("en");
  });

  it("of the app is in the client's language, with the same code and fields in each language", async () => {
    const body = { email: "x", password: "short", deviceId: "1" };
    const tried = (headers: CallOptions["headers"]) =>
      phone.call<Failure>("POST", "/auth/login", { body, token: "", headers: headers ?? {} });
    const [fr, en] = [(await tried(french)).body, (await tried(english)).body];
    expect([fr.error, fr.message === en.message]).toEqual([en.error, false]);
    expect(fr.details?.map(({ field }) => field)).toEqual(en.details?.map(({ field }) => field));
    expect(fr.details).toContainEqual({ field: "deviceInfo", message: "est obligatoire" });
    expect(en.details).toContainEqual({ field: "deviceInfo", message: "is required" });
  });

  it("of a field states the rule in French, with narrow spaces before double punctuation", async () => {
    const body = { assetSymbol: 7, colour: "red" };
    const refused = (headers: CallOptions["headers"]) =>
      platform.call<Failure>("POST", "/api/defi/wallets", { body, token: webToken, headers: headers ?? {} });
    const [fr, en] = [(await refused(french)).body, (await refused(english)).body];
    expect(fr.fields).toContainEqual({ field: "colour", message: "n'est pas un champ connu" });
    expect(en.fields).toContainEqual({ field: "colour", message: "is not a known field" });
    expect(fr.fields).toContainEqual({ field: "assetSymbol", message: "doit être un texte" });
    const purple = {
      language: "fr",
      currency: "EUR",
      timezone: "Mars",
      theme: "purple",
      hideBalances: false,
    };
    const replaced = await phone.call<Failure>("PUT", "/user/preferences", { body: purple, headers: french });
    expect(replaced.body.details).toEqual([
      {
        field: "timezone",
        message: "doit être un fuseau horaire de la base IANA, comme Europe/Paris",
      },
      { field: "theme", message: `doit être une de ces valeurs${GAP}: system, light, dark` },
    ]);
  });

  it("is in the account's language, even if the client's is different", async () => {
    const preferences = { currency: "EUR", timezone: "Europe/Paris", theme: "system", hideBalances: false };
    for (const [language, headers] of [
      ["fr", english],
      ["en", french],
    ] as const) {
      const put = await phone.call("PUT", "/user/preferences", { body: { ...preferences, language } });
      expect(put.status).toBe(200);
      const app = await phone.call("POST", "/user/2fa/verify", { body: {}, headers });
      const web = await platform.call("GET", "/api/defi/wallets/nope", { token: webToken, headers });
      for (const answer of [app, web]) {
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.headers.get("content-language")).toBe(language);
      }
    }
  });

  it("of MCP is in the client's language", async () => {
    for (const [headers, language] of [
      [french, "fr"],
      [english, "en"],
    ] as const) {
      const mcp = await platform.call("GET", "/mcp", { headers });
      expect(mcp.status).toBeGreaterThanOrEqual(400);
      expect(mcp.headers.get("content-language")).toBe(language);
    }
  });

  it("follows the same rule as a success message, which is in the client's language too", async () => {
    const requestReset = async (headers: CallOptions["headers"]) => {
      const body = { email: "unknown@example.com" };
      const answer = await phone.call<Failure>("POST", "/auth/forgot-password", {
        body,
        token: "",
        headers: headers ?? {},
      });
      return answer.body.message;
    };
    expect(await requestReset(english)).toBe(
      "If this address has an account, we sent an email with a link to it.",
    );
    expect(await requestReset(french)).toBe(
      "Si un compte existe pour cette adresse, nous y avons envoyé un e-mail contenant un lien.",
    );
  });

  it("of an unknown path or method is in the client's language", async () => {
    const nowhere = await platform.call<Failure>("GET", "/api/nope", { headers: french });
    expect([nowhere.body.code, nowhere.body.error]).toEqual([
      "NOT_FOUND",
      "L'adresse /api/nope n'existe pas. Vérifiez-la.",
    ]);
    const method = await platform.call<Failure>("DELETE", "/api/auth/signin", { headers: french });
    expect(JSON.stringify(method.body)).toContain("DELETE n'est pas pris en charge");
  });

  it("of an unknown page is an HTML page in the client's language", async () => {
    for (const [headers, language, title] of [
      [french, "fr", "Page introuvable"],
      [english, "en", "Page not found"],
    ] as const) {
      const answer = await platform.call<never>("GET", "/nope", {
        headers: { ...headers, accept: "text/html" },
      });
      const html = answer.body as unknown as string;
      expect(html).toContain(`<html lang="${language}">`);
      expect(html.replaceAll("&#39;", "'")).toContain(`<h1>${title}</h1>`);
      expect(answer.headers.get("content-language")).toBe(language);
    }
  });
});

describe("an account", () => {
  it("has the client's language at registration, or French if that is not supported, and so has its first email", async () => {
    const person = { firstName: "Grace", lastName: "Hopper", password };
    const { deviceInfo } = phone;
    for (const [headers, language, subject] of [
      [english, "en", /^Welcome/],
      [french, "fr", /^Bienvenue/],
      [{ "accept-language": "de" }, "fr", /^Bienvenue/],
    ] as const) {
      const body = {
        ...person,
        email: `app-${headers["accept-language"].slice(0, 2)}@example.com`,
        ...{ deviceId: crypto.randomUUID(), deviceInfo },
      };
      const answer = await phone.call<{ accessToken: string }>("POST", "/auth/register", {
        body,
        token: "",
        headers,
      });
      expect(answer.status).toBe(201);
      const preferences = await phone.call<{ language: string; version: number }>(
        "GET",
        "/user/preferences",
        {
          token: answer.body.accessToken,
        },
      );
      expect(preferences.body).toMatchObject({ language, version: 1, timezone: "Europe/Paris" });
      await platform.drain();
      expect(platform.mail(body.email).map((email) => email.subject)).toEqual([
        expect.stringMatching(subject),
      ]);
    }
  });

  it("registered on the web has the language selected on a page rather than the browser's", async () => {
    const body = { name: "Grace Hopper", email: "chosen@example.com", password };
    const headers = { "accept-language": "fr", cookie: `${LANGUAGE_COOKIE}=en` };
    expect((await platform.call("POST", "/api/auth/register", { body, headers })).status).toBe(201);
    await platform.drain();
    expect(platform.mail(body.email).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Welcome/),
    ]);
  });
});
