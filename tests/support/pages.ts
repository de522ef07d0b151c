import { type Browser, formsOf } from "./browser.ts";

/** Pages as a browser's reader meets them. */

/** What a browser says that it takes when somebody follows a link. */
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
 * Signs in by the sign-in page's own form, without script; from an address of its own, for the limit's sake.
 */
export async function signIn(
  browser: Browser,
  login: { readonly email: string; readonly password: string },
  path = "/auth/signin",
): Promise<Response> {
  const { html } = await load(browser, path);
  const form = formsOf(html).find(({ action }) => action.includes("credentials"));
  if (!form) throw new Error("no form");
  count++;
  const from = { "x-forwarded-for": `198.51.100.${count}` };
  return browser.submit(form.action, { ...form.fields, ...login }, from);
}

/** Posts the form of a page that leads to an address, with its fields and these. */
export async function submit(
  browser: Browser,
  path: string,
  action: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { html } = await load(browser, path);
  const form = formsOf(html).find((one) => one.action === action);
  if (!form) throw new Error(`${path} has no form that leads to ${action}`);
  return browser.submit(action, { ...form.fields, ...fields }, ACCEPT);
}

/** Where a page's links lead, fragments of its own aside. */
export const linksOf = (html: string): string[] =>
  [...html.matchAll(/<(?:a|link|img)\s[^>]*?(?:href|src)="([^"]*)"/g)]
    .map(([, href = ""]) => href.replaceAll("&amp;", "&"))
    .filter((href) => !href.startsWith("#"));
