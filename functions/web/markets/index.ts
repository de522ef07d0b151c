import { index } from "../../../contract/web/markets.ts";
import { serve } from "../../_chain/serve.ts";
import { html } from "../_html.ts";
import { page } from "../_page.ts";
import { SCRIPT } from "./_script.ts";

const head = (names: readonly string[]) =>
  html`<thead><tr>${names.map((name, at) =>
    at === 0 ? html`<th scope="col">${name}</th>` : html`<th scope="col" class="figure">${name}</th>`,
  )}</tr></thead>`;

const body = html`<h1>Markets</h1>
<noscript><p>The figures need JavaScript.</p></noscript>
<section class="card" aria-labelledby="prices-title">
<h2 id="prices-title">Prices <span class="badge" id="live">…</span></h2>
<p id="prices-state" role="status">Reading the prices…</p>
<div class="scroll"><table>
${head(["Asset", "Price", "24 h", "Low – high, 24 h", "Volume, 24 h", "7 days"])}
<tbody id="prices"></tbody>
</table></div>
</section>
<section class="card" aria-labelledby="pairs-title">
<h2 id="pairs-title">Exchange</h2>
<p id="pairs-state" role="status">Reading the pairs…</p>
<div class="scroll"><table>
${head(["Pair", "Price", "24 h", "Liquidity", "Volume, 24 h", "Yield a year"])}
<tbody id="pairs"></tbody>
</table></div>
</section>`;

export const handler = serve(index, async ({ actor }) =>
  page({
    title: "Markets",
    menu: actor
      ? html`<a href="/dashboard">${actor.name}</a>`
      : html`<a href="/auth/signin">Sign in</a><a href="/auth/register">Create an account</a>`,
    body,
    script: SCRIPT,
  }),
);
