import { index } from "../../../contract/web/markets.ts";
import { html } from "../../_page/html.ts";
import { page } from "../../_page/index.ts";
import { serve } from "../../_page/serve.ts";
import { table } from "../../_page/table.ts";
import { SCRIPT } from "./_script.ts";

const columns = (names: readonly string[]) => names.map((name, at) => ({ name, figure: at > 0 }));

const prices = columns(["Asset", "Price", "24 h", "Low – high, 24 h", "Volume, 24 h", "7 days"]);
const pairs = columns(["Pair", "Price", "24 h", "Liquidity", "Volume, 24 h", "Yield a year"]);

const body = html`<h1>Markets</h1>
<noscript><p>The figures need JavaScript.</p></noscript>
<section class="card" aria-labelledby="prices-title">
<h2 id="prices-title">Prices <span class="badge" id="live">…</span></h2>
<p id="prices-state" role="status">Reading the prices…</p>
${table(prices, [], { id: "prices", label: "Prices" })}
</section>
<section class="card" aria-labelledby="pairs-title">
<h2 id="pairs-title">Exchange</h2>
<p id="pairs-state" role="status">Reading the pairs…</p>
${table(pairs, [], { id: "pairs", label: "Pairs of the exchange" })}
</section>`;

export const handler = serve(index, (call) => page(call, { title: "Markets", body, script: SCRIPT }));
