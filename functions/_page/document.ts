import { createHash } from "node:crypto";
import { native } from "../../core/kernel/assets/index.ts";
import { type Reader, type Text, text } from "../../core/kernel/texts/index.ts";
import { Say } from "../../core/texts/say.ts";
import { type Html, html, raw } from "./html.ts";
import { type Known, navigation, otherLanguages } from "./navigation.ts";
import { STYLE } from "./style.ts";

/** The frame of every page, and the policy under which a browser runs it. */

export interface Document {
  readonly title: Text;
  readonly body: Html;
  /** The page's own script: a constant, since the policy allows it by its hash and nothing else. */
  readonly script?: string | undefined;
  /**
   * A script from an address of ours that shows most of the page: it writes styles as it runs, which a policy by hashes
   * would refuse, and ours would change what it shows, so the page has `style` in their place.
   */
  readonly bundle?: { readonly src: string; readonly style: string } | undefined;
  /**
   * Origins beside ours to which the answer to a form may lead: browsers hold `form-action` against redirects
   * as well.
   */
  readonly formsLeadTo?: readonly string[] | undefined;
  /** The form token for whoever chooses another language; a page without one cannot be read in another. */
  readonly languageToken?: string | undefined;
  /** Whether the page's own address is a secret: no link or form of it tells whence somebody comes. */
  readonly isSecretAddress?: boolean | undefined;
}

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const policy = ({ script, bundle, formsLeadTo = [] }: Document): string =>
  [
    "default-src 'none'",
    `style-src ${bundle ? "'self' 'unsafe-inline'" : hashOf(STYLE)}`,
    `script-src ${bundle ? "'self' " : ""}${script === undefined ? "'none'" : hashOf(script)}`,
    `img-src 'self'${bundle ? " data:" : ""}`,
    ...(bundle ? ["font-src 'self' data:"] : []),
    "connect-src 'self'",
    `form-action ${["'self'", ...formsLeadTo].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** A page's text and headers. @param path where it is */
export const document = (content: Document, path: string, known: Known, reader: Reader) => ({
  body: `<!doctype html>\n${frame(content, path, known).in(new Say(reader))}`,
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
  known: Known,
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
${navigation(path, known)}
<main id="main" tabindex="-1">${body}</main>
<footer>${text(
  "svc: payments, wallets, cards and identity in one open platform.",
  "svc : paiements, portefeuilles, cartes et identité sur une seule plateforme ouverte.",
)}
${languageToken !== undefined && otherLanguages(path, languageToken)}</footer>
${bundle && html`<script src="${bundle.src}"></script>`}
${script !== undefined && html`<script>${raw(script)}</script>`}
</body>
</html>
`;
