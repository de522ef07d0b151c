import { languages, type Text, text } from "../../core/kernel/texts/index.ts";
import { type Html, html, type Said } from "./html.ts";

/** The way around, the same on every page. */

export interface Known {
  /** Whoever is signed in, by name. */
  readonly name?: string | undefined;
  /** Their form token; a page that has none cannot sign them out. */
  readonly token?: string | undefined;
}

const links = (names: Readonly<Record<string, Text>>, path: string): Html[] =>
  Object.entries(names).map(([href, name]) =>
    href === path
      ? html`<a href="${href}" aria-current="page">${name}</a>`
      : html`<a href="${href}">${name}</a>`,
  );

const everybodys = {
  "/markets": text("Markets", "Marchés"),
  "/dashboard": text("Dashboard", "Tableau de bord"),
};
const members = {
  ...everybodys,
  "/dashboard/billing": text("Billing", "Facturation"),
  "/dashboard/security": text("Security", "Sécurité"),
};
const visitors = {
  "/auth/signin": text("Sign in", "Se connecter"),
  "/auth/register": text("Create an account", "Créer un compte"),
};

/** @param path of the page that it is on */
export const navigation = (path: string, { name, token }: Known): Html => html`<header>
<a class="brand" href="/">svc</a>
<nav aria-label="${text("Pages", "Pages")}">${links(name === undefined ? everybodys : members, path)}</nav>
<nav class="account" aria-label="${text("Account", "Compte")}">${
  name === undefined
    ? links(visitors, path)
    : html`<span class="who">${name}</span>${token !== undefined && signOut(token)}`
}</nav>
</header>`;

const signOut = (token: string): Html => html`<form method="post" action="/auth/signout">
<input type="hidden" name="csrfToken" value="${token}">
<button class="quiet">${text("Sign out", "Se déconnecter")}</button>
</form>`;

/** Each language as those call it who read it. */
const own = { fr: "Français", en: "English" } as const;

/**
 * Leads to the page that it is on in another language.
 * @param path of that page
 * @param token the visitor's form token, where the page has one
 */
export const otherLanguages =
  (path: string, token: string): Said =>
  (say) =>
    html`<form method="post" action="/language">
${token !== "" && html`<input type="hidden" name="csrfToken" value="${token}">`}
<input type="hidden" name="back" value="${path}">
${languages
  .filter((one) => one !== say.language)
  .map(
    (one) =>
      html`<button class="quiet inline" name="language" value="${one}" lang="${one}">${own[one]}</button>`,
  )}
</form>`;
