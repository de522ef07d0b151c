import { beforeAll, describe, expect, test } from "vitest";
import { LANGUAGE_COOKIE } from "../contract/cookies.ts";
import { routes } from "../contract/index.ts";
import type { RouteSpec } from "../contract/route.ts";
import { SIGN_IN } from "../contract/web/page.ts";
import { type Language, languages, typeset } from "../core/kernel/texts/index.ts";
import { people } from "../local/seed.ts";
import { Authenticator } from "./support/authenticator.ts";
import { Browser, parseForms } from "./support/browser.ts";
import { signIn } from "./support/pages.ts";
import { withPlatform } from "./support/platform.ts";
import { PLACEHOLDER, type SourceText, sources, translationPairs } from "./support/texts.ts";

/** Every page in French and in English. */

process.env["PUBLIC_URL"] = "";
const platform = withPlatform();
const password = "Lovelace!1843";
const name = "Ada Lovelace";
const asking = { fr: "fr-FR,fr;q=0.9", en: "en-GB,en;q=0.9" } as const;

/** Returns whether a route serves a page, so that new pages are covered automatically. */
const isPage = ({ method, responses }: RouteSpec): boolean =>
  method === "GET" && (responses[200]?.contentType ?? "").startsWith("text/html");
const paths = routes.filter(isPage).map(({ path }) => path);
/** The page of a pending sign-in. */
const HALFWAY = "/auth/two-factor";
/** Pages for signed-out visitors. */
const FOR_STRANGERS = [SIGN_IN, "/auth/register"];

class Reader {
  readonly browser: Browser;
  readonly language: Language;
  constructor(language: Language) {
    this.browser = new Browser(platform.url);
    this.language = language;
  }

  #headers = (): Record<string, string> => ({
    accept: "text/html,application/xhtml+xml,*/*;q=0.8",
    "accept-language": asking[this.language],
  });

  async load(path: string): Promise<string> {
    const response = await this.browser.request(path, { headers: this.#headers() });
    return this.#read(response, path);
  }

  /** Submits a form of a page, and reads the page after it. */
  async submit(path: string, action: string, fields: Record<string, string>, at = 0): Promise<string> {
    const form = parseForms(await this.load(path)).filter((one) => one.action === action)[at];
    if (!form) throw new Error(`${path} has no form that leads to ${action}`);
    const answer = await this.browser.submit(action, { ...form.fields, ...fields }, this.#headers());
    const next = answer.headers.get("location");
    return next === null ? this.#read(answer, action) : this.load(next);
  }

  async #read(response: Response, path: string): Promise<string> {
    const html = await response.text();
    expect([path, response.headers.get("content-language")]).toEqual([path, this.language]);
    expect(html, path).toContain(`<html lang="${this.language}">`);
    return html;
  }
}

const decodeHtml = (html: string): string =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** Returns the readable texts of a page: its text, and the attributes that screen readers read. */
function readableTexts(html: string): string[] {
  const shown = html
    .replace(/<(style|script|svg|code)[ >][\s\S]*?<\/\1>/g, "")
    .replace(/<button[^>]* lang=[\s\S]*?<\/button>/g, "");
  const attributes = [...shown.matchAll(/\b(?:aria-label|data-(?!next)\w+|alt|placeholder)="([^"]*)"/g)];
  return [...shown.split(/<[^>]*>/), ...attributes.map(([, value = ""]) => value)]
    .map((one) => decodeHtml(one).replace(/\s+/g, " ").trim())
    .filter((one) => /\p{L}{2,}/u.test(one));
}

const escapeRegExp = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** Returns a pattern that matches a text with any values in its placeholders. */
const pattern = ({ text: words }: SourceText, language: Language): RegExp => {
  const printed = (language === "fr" ? typeset(words) : words).replace(/\s+/g, " ").trim();
  return new RegExp(`^${escapeRegExp(printed).replaceAll(PLACEHOLDER, ".+")}( · svc)?$`, "u");
};

const catalogue = translationPairs(sources("{functions/{_page,web},core}/**/*.ts")).filter(
  ({ en, fr }) => en.text !== fr.text,
);
const both = new Set(catalogue.flatMap(({ en, fr }) => [en.text, typeset(fr.text)]));
const catalogueOf = Object.fromEntries(
  languages.map((language) => [
    language,
    catalogue
      .map((pair) => pair[language])
      .filter(({ text: words }) => words !== PLACEHOLDER)
      .map((text) => ({ text, pattern: pattern(text, language) })),
  ]),
) as Record<Language, { readonly text: SourceText; readonly pattern: RegExp }[]>;

/** Returns the page's texts that are in the catalog of the other language only. */
function foreignTexts(html: string, language: Language): string[] {
  const other = language === "fr" ? "en" : "fr";
  return readableTexts(html).filter(
    (words) =>
      words !== name &&
      catalogueOf[other].some((one) => one.pattern.test(words)) &&
      !catalogueOf[language].some((one) => one.pattern.test(words)),
  );
}

/** Names and texts that are the same in both languages. */
const SAME =
  /^(svc|Code|Console|Pages|Sessions|Date|DeFi|Correction|24 h|Pro|Volume, 24 h|Bitcoin|Ether|Euro|USD Coin|Dana Demo|.*@(example\.com|svc\.local))$|^(Euro|Bitcoin|Ether|USD Coin) \(\w+\)$|^[A-Z]{3,5}(-[A-Z]{3,5})?$/;

const pages: Record<Language, Map<string, string>> = { fr: new Map(), en: new Map() };

beforeAll(async () => {
  for (const language of languages) {
    const email = `${language}@example.com`;
    const body = { name, email, password };
    await platform.call("POST", "/api/auth/register", { body, ip: `203.0.113.${language.length}` });
    const seen = pages[language];
    const stranger = new Reader(language);
    for (const path of paths.filter((one) => one !== HALFWAY))
      seen.set(path, await stranger.load(path).catch(String));
    const member = new Reader(language);
    await signIn(member.browser, { email, password });
    for (const path of paths.filter((one) => one !== HALFWAY && !FOR_STRANGERS.includes(one)))
      seen.set(path, await member.load(path));
    seen.set("nowhere", await member.load("/nope"));
    seen.set(
      "an email requested",
      await stranger.submit("/auth/forgot-password", "/auth/forgot-password", { email }),
    );
    seen.set(
      "a wrong reset",
      await stranger.submit("/auth/reset-password?token=x", "/auth/reset-password", {
        newPassword: "Another-Horse-2",
      }),
    );
    seen.set("a wrong unlock", await stranger.submit("/auth/unlock?token=x", "/auth/unlock", {}));
    seen.set(
      "a wrong code",
      await member.submit("/auth/verify-email", "/auth/verify-email", { code: "000000" }),
    );
    seen.set("a wrong proof", await member.submit("/auth/confirm", "/auth/confirm", { password: "x" }));
    await visitTwoFactorPages(member, seen);
    const rich = new Reader(language);
    await signIn(rich.browser, people.demo);
    seen.set("billing with something on it", await rich.load("/dashboard/billing"));
    const wrong = await stranger.submit(SIGN_IN, "/api/auth/callback/credentials", {
      email,
      password: "Wrong!123",
    });
    seen.set("a wrong sign-in", wrong);
  }
});

/** Enables two-factor authentication, and signs in up to the code page. */
async function visitTwoFactorPages({ language }: Reader, seen: Map<string, string>): Promise<void> {
  const email = `${language}@example.com`;
  const signedIn = await platform.call<{ token: string }>("POST", "/api/auth/signin", {
    body: { email, password },
    ip: `203.0.113.${200 + language.length}`,
  });
  const post = (path: string, body: object) =>
    platform.call<{ secret: string }>("POST", `/api/auth/2fa/${path}`, { token: signedIn.body.token, body });
  const authenticator = new Authenticator((await post("enable", {})).body.secret);
  await post("verify", { code: authenticator.code() });
  const halfway = new Reader(language);
  await signIn(halfway.browser, { email, password });
  seen.set(HALFWAY, await halfway.load(HALFWAY));
  seen.set("a wrong second step", await halfway.submit(HALFWAY, HALFWAY, { code: authenticator.wrong() }));
}

describe.each(languages)("the pages in %s", (language) => {
  test("include every page of the contract, and contain no text of the other language", () => {
    const seen = pages[language];
    expect(paths.filter((path) => !seen.has(path))).toEqual([]);
    const foreign = [...seen].flatMap(([path, html]) =>
      foreignTexts(html, language).map((words) => `${path}: ${words}`),
    );
    expect(foreign).toEqual([]);
  });

  test("each have more than five texts, so that the comparison is not empty", () => {
    for (const [path, html] of pages[language])
      expect([path, readableTexts(html).length > 5]).toEqual([path, true]);
    expect(both.size).toBeGreaterThan(300);
  });
});

test("no text of a page is the same in both languages, except names", () => {
  const shared = [...pages.fr].flatMap(([path, html]) => {
    const english = new Set(readableTexts(pages.en.get(path) ?? ""));
    return readableTexts(html)
      .filter((words) => english.has(words) && words !== name && !SAME.test(words))
      .map((words) => `${path}: ${words}`);
  });
  expect(shared).toEqual([]);
});

describe("the other language", () => {
  test("can be selected on a page, which is then shown again, and stays selected for signed-out visitors", async () => {
    const { browser } = new Reader("en");
    const headers = { accept: "text/html", "accept-language": asking.en };
    const form = parseForms(await (await browser.request("/markets", { headers })).text()).find(
      ({ action }) => action === "/language",
    );
    const answer = await browser.submit("/language", { ...form?.fields, language: "fr" }, headers);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/markets"]);
    expect(browser.jar().get(LANGUAGE_COOKIE)).toMatchObject({ value: "fr", httpOnly: true });
    expect(await (await browser.request("/", { headers })).text()).toContain('<html lang="fr">');
    const api = await browser.request("/api/nope", { headers: { "accept-language": asking.en } });
    expect(api.headers.get("content-language")).toBe("fr");
  });

  test("is stored in the account of a signed-in user, and applies in other browsers", async () => {
    const email = "chooses@example.com";
    await platform.call("POST", "/api/auth/register", {
      body: { name, email, password },
      ip: "203.0.113.77",
    });
    const first = new Reader("en");
    await signIn(first.browser, { email, password });
    const form = parseForms(await first.load("/dashboard/billing")).find(
      ({ action }) => action === "/language",
    );
    const page = `${platform.url}/dashboard/billing?from=email`;
    const answer = await first.browser.submit(
      "/language",
      { ...form?.fields, language: "fr" },
      { referer: page },
    );
    expect(answer.headers.get("location")).toBe("/dashboard/billing?from=email");
    const other = new Reader("en");
    await signIn(other.browser, { email, password });
    const html = await (
      await other.browser.request("/dashboard/billing", { headers: { "accept-language": asking.en } })
    ).text();
    expect(html).toContain("<h1>Facturation</h1>");
  });

  test("cannot be changed without the CSRF token, and the redirect leads only to the platform's pages", async () => {
    const member = new Reader("en");
    await signIn(member.browser, { email: "chooses@example.com", password });
    const forged = await member.browser.submit("/language", { language: "en", csrfToken: "x" });
    expect(forged.status).toBe(403);
    const stranger = new Browser(platform.url);
    const away = await stranger.submit(
      "/language",
      { language: "fr", back: "//evil.example" },
      { referer: "https://evil.example/" },
    );
    expect([away.status, away.headers.get("location")]).toEqual([302, "/"]);
    expect((await stranger.submit("/language", { language: "de" })).status).toBe(400);
  });
});

test("figures are formatted in the reader's language", async () => {
  const billing = "billing with something on it";
  expect(pages.fr.get(billing)).toMatch(/\d+,\d\d\u00a0€/);
  expect(pages.en.get(billing)).toMatch(/€\d+\.\d\d/);
});
