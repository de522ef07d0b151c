import { index } from "../../../contract/web/markets.ts";
import { same, type Text, text } from "../../../core/kernel/texts/index.ts";
import { html, table } from "../../_page/html.ts";
import { page, serve } from "../../_page/serve.ts";
import { SCRIPT } from "./_script.ts";

const columns = (names: readonly Text[]) => names.map((name, at) => ({ name, figure: at > 0 }));

const PRICE = text("Price", "Cours");
const DAY = same("24 h");
const VOLUME = text("Volume, 24 h", "Volume, 24 h");

const prices = columns([
  text("Asset", "Actif"),
  PRICE,
  DAY,
  text("Low – high, 24 h", "Bas – haut, 24 h"),
  VOLUME,
  text("7 days", "7 jours"),
]);
const pairs = columns([
  text("Pair", "Paire"),
  PRICE,
  DAY,
  text("Liquidity", "Liquidité"),
  VOLUME,
  text("Yield a year", "Rendement annuel"),
]);

const TITLE = text("Markets", "Marchés");

const body = html`<h1>${TITLE}</h1>
<noscript><p>${text("The figures need JavaScript.", "Les chiffres ont besoin de JavaScript.")}</p></noscript>
<section class="card" aria-labelledby="prices-title">
<h2 id="prices-title">${text("Prices", "Cours")} <span class="badge" id="live"
data-live="${text("live", "en direct")}" data-waiting="${text("not live, connecting…", "hors direct, connexion…")}"
data-week="${text("over seven days", "sur sept jours")}">…</span></h2>
<p id="prices-state" role="status" data-failed="${text(
  "The prices could not be read. Load the page again.",
  "Les cours n'ont pas pu être lus. Rechargez la page.",
)}">${text("Reading the prices…", "Lecture des cours…")}</p>
${table(prices, [], { id: "prices", label: text("Prices", "Cours") })}
</section>
<section class="card" aria-labelledby="pairs-title">
<h2 id="pairs-title">${text("Exchange", "Échange")}</h2>
<p id="pairs-state" role="status" data-failed="${text(
  "The pairs could not be read. Load the page again.",
  "Les paires n'ont pas pu être lues. Rechargez la page.",
)}">${text("Reading the pairs…", "Lecture des paires…")}</p>
${table(pairs, [], { id: "pairs", label: text("Pairs of the exchange", "Paires de l'échange") })}
</section>`;

export const handler = serve(index, (call) => page(call, { title: TITLE, body, script: SCRIPT }));
