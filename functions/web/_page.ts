import { createHash } from "node:crypto";
import { native } from "../../core/kernel/assets/index.ts";
import { Reply } from "../_chain/call.ts";
import { type Html, html, raw } from "./_html.ts";
import { STYLE } from "./_style.ts";

/** The frame of every page, and the policy under which a browser runs it. */

export interface Page {
  readonly title: string;
  /** What stands beside the brand at the top. */
  readonly menu?: Html;
  readonly body: Html;
  /** The page's own script: a constant, since the policy allows it by its hash and nothing else. */
  readonly script?: string;
  /**
   * Origins beside ours to which the answer to a form may lead: browsers hold `form-action` against redirects
   * as well.
   */
  readonly formsLeadTo?: readonly string[];
}

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const STYLE_HASH = hashOf(STYLE);

const policy = ({ script, formsLeadTo = [] }: Page): string =>
  [
    "default-src 'none'",
    `style-src ${STYLE_HASH}`,
    `script-src ${script === undefined ? "'none'" : hashOf(script)}`,
    "img-src 'self'",
    "connect-src 'self'",
    `form-action ${["'self'", ...formsLeadTo].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** A page as a response. */
export function page(
  content: Page,
  extra: { readonly status?: number; readonly cookies?: readonly string[] } = {},
): Reply<string> {
  return new Reply(`<!doctype html>\n${frame(content)}`, {
    ...extra,
    headers: {
      "content-security-policy": policy(content),
      // Under `no-referrer` a browser sends a page's own form posts with `Origin: null`, which looks like
      // another site.
      "referrer-policy": "same-origin",
    },
  });
}

function frame({ title, menu, body, script }: Page): Html {
  return html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · svc</title>
<link rel="icon" href="${native.logoUrl}">
<style>${raw(STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><a class="brand" href="/">svc</a>${menu}</header>
<main id="main">${body}</main>
<footer>svc: payments, wallets, cards and identity in one open platform.</footer>
${script === undefined ? undefined : html`<script>${raw(script)}</script>`}
</body>
</html>
`;
}
