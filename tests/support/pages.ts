import { type Browser, parseForms } from "./browser.ts";

/** Loads pages and submits forms as a browser does. */

/** The Accept header that a browser sends when a user follows a link. */
const ACCEPT = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

export async function load(browser: Browser, path: string) {
  const response = await browser.request(path, { headers: ACCEPT });
  return {
    response,
    html: await response.text(),
    csp: response.headers.get("content-security-policy") ?? "",
  };
}

let count = 0;

/**
 * Signs in with the form of the sign-in page, without JavaScript. Each call has its own IP address because of rate limits.
 */
export async function signIn(
  browser: Browser,
  login: { readonly email: string; readonly password: string },
  path = "/auth/signin",
): Promise<Response> {
  const { html } = await load(browser, path);
  const form = parseForms(html).find(({ action }) => action.includes("credentials"));
  if (!form) throw new Error("no form");
  count++;
  const from = { "x-forwarded-for": `198.51.100.${count}` };
  return browser.submit(form.action, { ...form.fields, ...login }, from);
}

/** Submits the form of a page with this action. `fields` overrides its default fields. */
export async function submit(
  browser: Browser,
  path: string,
  action: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { html } = await load(browser, path);
  const form = parseForms(html).find((one) => one.action === action);
  if (!form) throw new Error(`${path} has no form that leads to ${action}`);
  return browser.submit(action, { ...form.fields, ...fields }, ACCEPT);
}

/** Returns the targets of a page's links, without fragments of the page itself. */
export const linksOf = (html: string): string[] =>
  [...html.matchAll(/<(?:a|link|img)\s[^>]*?(?:href|src)="([^"]*)"/g)]
    .map(([, href = ""]) => href.replaceAll("&amp;", "&"))
    .filter((href) => !href.startsWith("#"));
