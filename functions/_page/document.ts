import { createHash } from "node:crypto";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { native } from "../../core/kernel/assets/index.ts";
import { languages, type Reader, type Text, text } from "../../core/kernel/texts/index.ts";
import { Say } from "../../core/texts/say.ts";
import { type Html, html, type Localized, raw } from "./html.ts";
import { STYLE } from "./style.ts";

/** The frame and navigation of every page, and its content security policy. */

export interface Document {
  readonly title: Text;
  readonly body: Html;
  /** The page's own script. The policy allows it by its hash only, so it is a constant. */
  readonly script?: string | undefined;
  /** A script of ours that renders most of the page. It adds its own styles, so `style` replaces ours. */
  readonly bundle?: { readonly src: string; readonly style: string } | undefined;
  /** Other origins to which a form may redirect: browsers apply `form-action` to redirects too. */
  readonly formTargets?: readonly string[] | undefined;
  /** The form token for a change of language. A page without it offers no other language. */
  readonly languageToken?: string | undefined;
  /** Whether the page's own address is a secret, which no link or form may send as a referrer. */
  readonly isSecretAddress?: boolean | undefined;
}

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const policy = ({ script, bundle, formTargets = [] }: Document): string =>
  [
    "default-src 'none'",
    "object-src 'none'",
    `style-src ${bundle ? "'self' 'unsafe-inline'" : hashOf(STYLE)}`,
    `script-src ${bundle ? "'self' " : ""}${script === undefined ? "'none'" : hashOf(script)}`,
    `img-src 'self'${bundle ? " data:" : ""}`,
    ...(bundle ? ["font-src 'self' data:"] : []),
    "connect-src 'self'",
    `form-action ${["'self'", ...formTargets].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

export const DOCTYPE = "<!doctype html>";

/** Makes a page's HTML and headers. */
export const document = (content: Document, path: string, account: Account, reader: Reader) => ({
  body: `${DOCTYPE}\n${frame(content, path, account).in(new Say(reader))}`,
  headers: {
    "content-language": reader.language,
    "content-security-policy": policy(content),
    // Under `no-referrer` a browser sends a page's own form posts with `Origin: null`, which looks like
    // another site.
    "referrer-policy": content.isSecretAddress === true ? "strict-origin" : "same-origin",
  },
});

const frame = (
  { title, body, script, bundle, languageToken }: Document,
  path: string,
  account: Account,
): Html => html`<html lang="${(say) => say.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · svc</title>
<link rel="icon" href="${native.logoUrl}">
<style>${raw(bundle?.style ?? STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">${text("Skip to the content", "Aller au contenu")}</a>
${navigation(path, account)}
<main id="main" tabindex="-1">${body}</main>
<footer>${text(
  "svc: payments, wallets, cards and identity in one open platform.",
  "svc : paiements, portefeuilles, cartes et identité sur une seule plateforme ouverte.",
)}
<a href="/docs">${text("Documentation for developers", "Documentation pour les développeurs")}</a>
${languageToken !== undefined && languageForm(path, languageToken)}</footer>
${bundle && html`<script src="${bundle.src}"></script>`}
${script !== undefined && html`<script>${raw(script)}</script>`}
</body>
</html>
`;

export interface Account {
  /** The name of the signed-in user. */
  readonly name?: string | undefined;
  /** The user's form token. A page without it has no sign-out button. */
  readonly token?: string | undefined;
}

const links = (names: Readonly<Record<string, Text>>, path: string): Html[] =>
  Object.entries(names).map(([href, name]) =>
    href === path
      ? html`<a href="${href}" aria-current="page">${name}</a>`
      : html`<a href="${href}">${name}</a>`,
  );

const forAll = {
  "/markets": text("Markets", "Marchés"),
  "/app": text("Console", "Console"),
};
const forUsers = {
  ...forAll,
  "/dashboard/billing": text("Billing", "Facturation"),
};
const forVisitors = {
  "/auth/signin": text("Sign in", "Se connecter"),
  "/auth/register": text("Create an account", "Créer un compte"),
};

const navigation = (path: string, { name, token }: Account): Html => html`<header>
<a class="brand" href="/">svc</a>
<nav aria-label="${text("Pages", "Pages")}">${links(name === undefined ? forAll : forUsers, path)}</nav>
<nav class="account" aria-label="${text("Account", "Compte")}">${
  name === undefined
    ? links(forVisitors, path)
    : html`<span class="who">${name}</span>${token !== undefined && signOut(token)}`
}</nav>
</header>`;

const signOut = (token: string): Html => html`<form method="post" action="/auth/signout">
<input type="hidden" name="csrfToken" value="${token}">
<button class="quiet">${text("Sign out", "Se déconnecter")}</button>
</form>`;

/** Each language's name in that language. */
const languageNames = { fr: "Français", en: "English" } as const;

/** Makes a form that reloads the page in another language. @param token the visitor's form token, or empty */
const languageForm =
  (path: string, token: string): Localized =>
  (say) =>
    html`<form method="post" action="/language">
${token !== "" && html`<input type="hidden" name="csrfToken" value="${token}">`}
<input type="hidden" name="back" value="${path}">
${languages
  .filter((one) => one !== say.language)
  .map(
    (one) =>
      html`<button class="quiet inline" name="language" value="${one}" lang="${one}">${languageNames[one]}</button>`,
  )}
</form>`;

const FAILED = text("Something went wrong", "Une erreur est survenue");

const titles: Readonly<Record<number, Text>> = {
  403: text("You do not have access", "Vous n'avez pas accès à cette page"),
  404: text("Page not found", "Page introuvable"),
  405: text("This action is not available here", "Cette action n'est pas disponible ici"),
  409: FAILED,
  429: text("Too many requests", "Trop de requêtes"),
};

const titleOf = (status: number): Text =>
  titles[status] ??
  (status < 500 ? FAILED : text("Something went wrong on our side", "Une erreur est survenue de notre côté"));

/** Returns whether a browser requests a page. */
export const acceptsPage = ({ rawPath, headers }: APIGatewayProxyEventV2): boolean =>
  !/^\/(api|mcp|v1|ws)(\/|$)/.test(rawPath) && /\btext\/html\b/.test(headers?.["accept"] ?? "");

/** The message for an unknown address. */
export const PAGE_NOT_FOUND = text(
  "The link may be out of date or mistyped. Check the address.",
  "Le lien est peut-être ancien ou mal recopié. Vérifiez l'adresse.",
);

interface Problem {
  readonly status: number;
  /** A text, or a message in the reader's language. */
  readonly message: Text | string;
  /** Shown with internal errors, so that support can find them. */
  readonly requestId?: string | undefined;
  readonly account?: Account;
  readonly reader: Reader;
}

export function problemPage(path: string, problem: Problem): APIGatewayProxyStructuredResultV2 {
  const { status, message, requestId, account = {}, reader } = problem;
  const title = titleOf(status);
  const content = {
    title,
    body: html`<h1>${title}</h1>
<p class="lead">${message}</p>
${requestId !== undefined && html`<p class="hint">${text(`If you contact support, quote this reference: ${requestId}`, `Si vous contactez notre service client, indiquez cette référence : ${requestId}`)}</p>`}
<p><a class="button inline" href="/">${text("Go to the home page", "Aller à la page d'accueil")}</a></p>`,
  };
  const { body, headers } = document(content, path, account, reader);
  return { statusCode: status, headers: { ...headers, "content-type": "text/html; charset=utf-8" }, body };
}
