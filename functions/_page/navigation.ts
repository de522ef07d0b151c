import { type Html, html } from "./html.ts";

/** The way around, the same on every page. */

export interface Known {
  /** Whoever is signed in, by name. */
  readonly name?: string | undefined;
  /** Their form token; a page that has none cannot sign them out. */
  readonly token?: string | undefined;
}

const links = (names: Readonly<Record<string, string>>, path: string): Html[] =>
  Object.entries(names).map(([href, name]) =>
    href === path
      ? html`<a href="${href}" aria-current="page">${name}</a>`
      : html`<a href="${href}">${name}</a>`,
  );

const everybodys = { "/markets": "Markets", "/dashboard": "Dashboard" };
const members = { ...everybodys, "/dashboard/billing": "Billing", "/dashboard/security": "Security" };
const visitors = { "/auth/signin": "Sign in", "/auth/register": "Create an account" };

/** @param path of the page that it is on */
export const navigation = (path: string, { name, token }: Known): Html => html`<header>
<a class="brand" href="/">svc</a>
<nav aria-label="Pages">${links(name === undefined ? everybodys : members, path)}</nav>
<nav class="account" aria-label="Account">${
  name === undefined
    ? links(visitors, path)
    : html`<span class="who">${name}</span>${token !== undefined && signOut(token)}`
}</nav>
</header>`;

const signOut = (token: string): Html => html`<form method="post" action="/auth/signout">
<input type="hidden" name="csrfToken" value="${token}">
<button class="quiet">Sign out</button>
</form>`;
