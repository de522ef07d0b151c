import { asset } from "../../contract/web.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import { fail, NotFound } from "../../core/kernel/errors.ts";
import { serve } from "../_chain/serve.ts";
import { html } from "../_page/html.ts";
import { logoAt } from "./_logos.ts";

/** A badge: the symbol on a disc whose colour is the symbol's own. */
function badge(symbol: string): string {
  const hue = [...symbol].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64" role="img" aria-label="${symbol}">
<circle cx="32" cy="32" r="32" fill="hsl(${hue},55%,38%)"/>
<text x="32" y="38" font-family="sans-serif" font-weight="700" font-size="${symbol.length > 3 ? 15 : 19}" text-anchor="middle" fill="#fff">${symbol}</text>
</svg>
`.text;
}

export const handler = serve(asset, async ({ params }) => {
  const path = `/assets/${params.file}`;
  const known = Assets.list().find(({ logoUrl }) => logoUrl === path);
  const picture = known ? badge(known.symbol) : logoAt(path);
  if (picture === undefined) throw fail(NotFound);
  return picture;
});
