import { createHash } from "node:crypto";
import { testCards } from "./cards.ts";
import { type Html, html, raw } from "./html.ts";
import { sepaAccounts } from "./new-method.ts";
import type { HttpAnswer } from "./server.ts";

/** The parts of the double's pages: HTML without scripts and external resources. */

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 2rem auto; padding: 0 1rem; }
fieldset { border: 1px solid #8888; border-radius: .5rem; margin: 1rem 0; padding: 1rem; }
label { display: block; margin: .5rem 0; }
input { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .4rem; }
.row { display: flex; gap: 1rem; }
button { font: inherit; padding: .5rem 1rem; margin: .5rem .5rem .5rem 0; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; padding: .2rem .6rem .2rem 0; }
td:last-child.amount, th:last-child.amount { text-align: right; }
[role=alert] { border-left: .3rem solid #c00; padding: .5rem 1rem; }
footer { margin-top: 2rem; font-size: .9rem; opacity: .8; }
`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

export interface Page {
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
  /** Addresses to which the response to a form may redirect, for the browser's `form-action` policy. */
  readonly leadsTo?: readonly (string | null | undefined)[];
}

const originsOf = (urls: Page["leadsTo"] = []): string[] =>
  urls.flatMap((url) => (url && URL.canParse(url) ? [new URL(url).origin] : []));

export function page({ title, body, status = 200, leadsTo }: Page): HttpAnswer {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    // The empty icon.
    "img-src data:",
    `form-action ${["'self'", ...originsOf(leadsTo)].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
<footer><p>A double of the payment provider, on this machine. No money moves, and no card is charged.</p></footer>
</body>
</html>
`;
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": policy.join("; "),
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
    body: Buffer.from(text.text),
  };
}

/** Redirects a browser after a form. */
export const redirect = (location: string): HttpAnswer => ({
  status: 303,
  headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  body: Buffer.alloc(0),
});

export const alert = (message: string | undefined): Html | undefined =>
  message === undefined ? undefined : html`<p role="alert">${message}</p>`;

const spaced = (number: string): string => number.replace(/(\d{4})(?=\d)/g, "$1 ");

/** Fields of a card, prefilled with one that pays. */
export const cardFields = (year: number): Html => html`
<label>Card number <input name="number" inputmode="numeric" autocomplete="off" list="test-cards" required value="4242 4242 4242 4242"></label>
<datalist id="test-cards">${testCards.map((card) => html`<option value="${spaced(card.number)}">${card.about}</option>`)}</datalist>
<div class="row">
<label>Month <input name="exp_month" inputmode="numeric" autocomplete="off" required value="12"></label>
<label>Year <input name="exp_year" inputmode="numeric" autocomplete="off" required value="${year}"></label>
<label>Security code <input name="cvc" inputmode="numeric" autocomplete="off" required value="123"></label>
</div>`;

export const ibanField: Html = html`
<label>IBAN <input name="iban" autocomplete="off" list="test-accounts" required value="${sepaAccounts.pays}"></label>
<datalist id="test-accounts"><option value="${sepaAccounts.pays}">pays after three minutes</option><option value="${sepaAccounts.refuses}">is refused after three minutes</option></datalist>`;

export const testCardTable: Html = html`
<details>
<summary>Test cards</summary>
<table>
<thead><tr><th scope="col">Number</th><th scope="col">Brand</th><th scope="col">The card …</th></tr></thead>
<tbody>${testCards.map((card) => html`<tr><td>${spaced(card.number)}</td><td>${card.brand}</td><td>${card.about}</td></tr>`)}</tbody>
</table>
<p>Any expiry date to come and any security code will do (four digits for American Express).</p>
</details>`;
