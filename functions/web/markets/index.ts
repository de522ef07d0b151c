import { index } from "../../../contract/web/markets.ts";
import { same, type Text, text } from "../../../core/kernel/texts/index.ts";
import { html, table } from "../../_page/html.ts";
import { page, serve } from "../../_page/serve.ts";

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
  text("Annual yield", "Rendement annuel"),
]);

const TITLE = text("Markets", "Marchés");

const body = html`<h1>${TITLE}</h1>
<noscript><p>${text("The figures require JavaScript.", "L'affichage des chiffres nécessite JavaScript.")}</p></noscript>
<section class="card" aria-labelledby="prices-title">
<h2 id="prices-title">${text("Prices", "Cours")} <span class="badge" id="live"
data-live="${text("live", "en direct")}" data-waiting="${text("connecting…", "connexion en cours…")}"
data-week="${text("over seven days", "sur sept jours")}">…</span></h2>
<p id="prices-state" role="status" data-failed="${text(
  "The prices could not be loaded. Reload the page.",
  "Les cours n'ont pas pu être chargés. Rechargez la page.",
)}">${text("Loading the prices…", "Chargement des cours…")}</p>
${table(prices, [], { id: "prices", label: text("Prices", "Cours") })}
</section>
<section class="card" aria-labelledby="pairs-title">
<h2 id="pairs-title">${text("Exchange", "Échange")}</h2>
<p id="pairs-state" role="status" data-failed="${text(
  "The pairs could not be loaded. Reload the page.",
  "Les paires n'ont pas pu être chargées. Rechargez la page.",
)}">${text("Loading the pairs…", "Chargement des paires…")}</p>
${table(pairs, [], { id: "pairs", label: text("Trading pairs", "Paires d'échange") })}
</section>`;

export const handler = serve(index, (call) => page(call, { title: TITLE, body, script: SCRIPT }));

/** Fills the page from the public routes and keeps its prices live. Server data is only inserted as text. */
const SCRIPT = `
const byId = (id) => document.getElementById(id);
const number = (options) => new Intl.NumberFormat(document.documentElement.lang, options);
const dollars = { style: "currency", currency: "USD" };
const usd = (text) => {
  const value = Number(text);
  const digits = value >= 100 ? 2 : value >= 1 ? 4 : 6;
  return number({ ...dollars, minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
};
const compact = (text) => number({ ...dollars, notation: "compact", maximumSignificantDigits: 3 }).format(Number(text));
const percent = (text, signDisplay = "auto") =>
  number({ style: "percent", minimumFractionDigits: 2, signDisplay }).format(Number(text) / 100);
const significant = number({ maximumSignificantDigits: 6 });
const read = (path) =>
  fetch(path, { headers: { accept: "application/json" } })
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(path + " " + answer.status))));
const rowOf = (body) => {
  const row = body.insertRow();
  row.setAttribute("role", "row");
  return row;
};
/** Adds the row's next cell, with its column's label and class. Returns the element that holds the content. */
const cell = (row, content) => {
  const td = row.insertCell();
  const head = row.closest("table").tHead.rows[0].cells[td.cellIndex];
  td.setAttribute("role", "cell");
  td.dataset.label = head.textContent;
  td.className = head.className;
  const span = document.createElement("span");
  span.append(content);
  td.append(span);
  return span;
};
const named = (symbol, name) => {
  const span = document.createElement("span");
  const logo = new Image(24, 24);
  logo.src = "/assets/" + symbol.toLowerCase() + ".svg";
  logo.alt = "";
  span.append(logo, name);
  return span;
};
const showChange = (span, text) => {
  span.textContent = percent(text, "exceptZero");
  span.className = Number(text) < 0 ? "down" : Number(text) > 0 ? "up" : "";
};

const WIDTH = 96, HEIGHT = 32;
const sparkline = (symbol, closes) => {
  const svgs = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(svgs, "svg");
  svg.setAttribute("viewBox", "0 0 " + WIDTH + " " + HEIGHT);
  svg.setAttribute("width", WIDTH);
  svg.setAttribute("height", HEIGHT);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", symbol + " " + byId("live").dataset.week);
  const low = Math.min(...closes), high = Math.max(...closes);
  const height = (close) => (high > low ? (close - low) / (high - low) : 0.5);
  const points = closes.map((close, at) =>
    (at / Math.max(1, closes.length - 1) * WIDTH).toFixed(1) + "," +
    (HEIGHT - 2 - height(close) * (HEIGHT - 4)).toFixed(1));
  const line = document.createElementNS(svgs, "polyline");
  line.setAttribute("points", points.join(" "));
  line.setAttribute("class", "spark");
  svg.append(line);
  return svg;
};

const rows = new Map();
const showPrices = ({ prices }) => {
  for (const { symbol, name, priceUsd, change24h, high24h, low24h, volume24h } of prices) {
    const row = rowOf(byId("prices"));
    cell(row, named(symbol, name)).title = symbol;
    const price = cell(row, usd(priceUsd));
    const change = cell(row, "");
    showChange(change, change24h);
    cell(row, usd(low24h) + " – " + usd(high24h));
    cell(row, compact(volume24h));
    const chart = cell(row, "");
    rows.set(symbol, { price, change, chart });
  }
  byId("prices-state").textContent = "";
};
const chart = async (symbol, lastUpdated) => {
  const to = new Date(lastUpdated), from = new Date(to - 7 * 86400000);
  const query = new URLSearchParams({ interval: "4h", from: from.toISOString(), to: to.toISOString() });
  const { data } = await read("/api/defi/prices/" + symbol + "/history?" + query);
  rows.get(symbol).chart.replaceChildren(sparkline(symbol, data.map(({ close }) => Number(close))));
};
const showPairs = ({ pairs }) => {
  for (const { id, token0, token1, price, priceChange24h, tvl, volume24h, apy } of pairs) {
    const row = rowOf(byId("pairs"));
    cell(row, named(token0.symbol, id));
    cell(row, significant.format(Number(price)) + " " + token1.symbol);
    showChange(cell(row, ""), priceChange24h);
    cell(row, compact(tvl));
    cell(row, compact(volume24h));
    cell(row, percent(apy));
  }
  byId("pairs-state").textContent = "";
};

let pause = 1000;
const listen = () => {
  const socket = new WebSocket(location.origin.replace("http", "ws") + "/ws/prices");
  socket.onopen = () => {
    pause = 1000;
    socket.send(JSON.stringify({ action: "subscribe", symbols: [...rows.keys()] }));
  };
  socket.onmessage = ({ data }) => {
    const { type, symbol, price, change24h } = JSON.parse(data);
    const row = rows.get(symbol);
    if (type !== "price_update" || !row) return;
    row.price.textContent = usd(price);
    showChange(row.change, change24h);
    byId("live").textContent = byId("live").dataset.live;
  };
  socket.onclose = () => {
    byId("live").textContent = byId("live").dataset.waiting;
    setTimeout(listen, pause);
    pause = Math.min(30000, pause * 2);
  };
};

read("/api/defi/prices")
  .then(async (answer) => {
    showPrices(answer);
    listen();
    for (const symbol of rows.keys()) await chart(symbol, answer.lastUpdated);
  })
  .catch(() => { byId("prices-state").textContent = byId("prices-state").dataset.failed; });
read("/api/defi/dex/pairs")
  .then(showPairs)
  .catch(() => { byId("pairs-state").textContent = byId("pairs-state").dataset.failed; });
`;
