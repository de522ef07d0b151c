import type { Decimal } from "decimal.js";
import { index } from "../../../contract/web/markets.ts";
import type { PairSummary } from "../../../core/defi/exchange/market.ts";
import * as Market from "../../../core/defi/exchange/market.ts";
import { SvcError } from "../../../core/kernel/errors.ts";
import { same, type Text, text } from "../../../core/kernel/texts/index.ts";
import type { AssetPrice } from "../../../core/prices/describe.ts";
import * as Prices from "../../../core/prices/listing.ts";
import { alert, assetName, type Html, html, type Localized, table, type Value } from "../../_page/html.ts";
import { page, serve } from "../../_page/serve.ts";

/** Prices and pairs, complete without JavaScript. The script keeps the prices live and draws the week. */

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
const UNAVAILABLE = text(
  "Prices are not available at the moment. Try again in a minute.",
  "Les cours ne sont pas disponibles pour le moment. Réessayez dans une minute.",
);

export const handler = serve(index, async (call) => {
  const [listing, summaries] = await Promise.all([
    Prices.list().catch((error: unknown) => {
      if (error instanceof SvcError) return undefined;
      throw error;
    }),
    Market.list("live"),
  ]);
  return page(call, {
    title: TITLE,
    body: html`<h1>${TITLE}</h1>
<section class="card" aria-labelledby="prices-title">
<h2 id="prices-title">${text("Prices", "Cours")} <span class="badge unseen" id="live"
data-live="${text("live", "en direct")}" data-waiting="${text("connecting…", "connexion en cours…")}"
data-week="${text("over seven days", "sur sept jours")}">${text("live", "en direct")}</span></h2>
${listing ? table(prices, listing.prices.map(priceRow), { label: text("Prices", "Cours") }) : alert(UNAVAILABLE)}
</section>
<section class="card" aria-labelledby="pairs-title">
<h2 id="pairs-title">${text("Exchange", "Échange")}</h2>
${table(pairs, summaries.map(pairRow), { label: text("Trading pairs", "Paires d'échange") })}
</section>`,
    ...(listing && { script: SCRIPT }),
  });
});

const priceRow = ({ asset, usd: price, change24h, high24h, low24h, volume24h }: AssetPrice) => [
  named(
    asset.symbol,
    assetName(asset),
    `/app/trade?from=${asset.symbol === "EUR" ? "USDC" : "EUR"}&to=${asset.symbol}`,
  ),
  html`<span data-price="${asset.symbol}">${usd(price)}</span>`,
  html`<span data-change="${asset.symbol}">${change(change24h)}</span>`,
  html`${usd(low24h)} – ${usd(high24h)}`,
  compact(volume24h),
  html`<span class="spark-box" data-chart="${asset.symbol}"></span>`,
];

const pairRow = ({ pair, price, priceChange24h, tvl, volume24h, apy }: PairSummary) => [
  named(pair.token0.symbol, pair.id, `/app/trade?from=${pair.token1.symbol}&to=${pair.token0.symbol}`),
  html`${significant(price)} ${pair.token1.symbol}`,
  change(priceChange24h),
  compact(tvl),
  compact(volume24h),
  percent(apy),
];

const named = (symbol: string, name: Value, href: string): Html =>
  html`<a class="named" href="${href}"><img src="/assets/${symbol.toLowerCase()}.svg" width="24" height="24" alt="">${name}</a>`;

type Figure = Decimal | string;

const formatted =
  (value: Figure, options: (value: number) => Intl.NumberFormatOptions): Localized =>
  ({ language }) =>
    new Intl.NumberFormat(language, options(Number(value))).format(Number(value));

const dollars = { style: "currency", currency: "USD" } as const;

/** The decimals of a price grow as it gets smaller. SCRIPT has the same rule. */
const usd = (value: Figure): Localized =>
  formatted(value, (amount) => {
    const digits = amount >= 100 ? 2 : amount >= 1 ? 4 : 6;
    return { ...dollars, minimumFractionDigits: digits, maximumFractionDigits: digits };
  });
const compact = (value: Figure): Localized =>
  formatted(value, () => ({ ...dollars, notation: "compact", maximumSignificantDigits: 3 }));
const significant = (value: Figure): Localized => formatted(value, () => ({ maximumSignificantDigits: 6 }));
const percent = (value: Figure, signDisplay: "auto" | "exceptZero" = "auto"): Localized =>
  formatted(String(Number(value) / 100), () => ({ style: "percent", minimumFractionDigits: 2, signDisplay }));

const change = (value: Figure): Html => {
  const direction = Number(value) < 0 ? "down" : "up";
  return html`<span${Number(value) !== 0 && html` class="${direction}"`}>${percent(value, "exceptZero")}</span>`;
};

/** Keeps the prices live and draws the last week. Server data is only inserted as text. */
const SCRIPT = `
const live = document.getElementById("live");
const number = (options) => new Intl.NumberFormat(document.documentElement.lang, options);
const usd = (text) => {
  const value = Number(text);
  const digits = value >= 100 ? 2 : value >= 1 ? 4 : 6;
  return number({ style: "currency", currency: "USD", minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
};
const percent = (text) => number({ style: "percent", minimumFractionDigits: 2, signDisplay: "exceptZero" }).format(Number(text) / 100);
const at = (name, symbol) => document.querySelector("[data-" + name + '="' + CSS.escape(symbol) + '"]');
const symbols = [...document.querySelectorAll("[data-price]")].map((one) => one.dataset.price);

const WIDTH = 96, HEIGHT = 32;
const sparkline = (symbol, closes) => {
  const svgs = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(svgs, "svg");
  svg.setAttribute("viewBox", "0 0 " + WIDTH + " " + HEIGHT);
  svg.setAttribute("width", WIDTH);
  svg.setAttribute("height", HEIGHT);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", symbol + " " + live.dataset.week);
  const low = Math.min(...closes), high = Math.max(...closes);
  const height = (close) => (high > low ? (close - low) / (high - low) : 0.5);
  const points = closes.map((close, index) =>
    (index / Math.max(1, closes.length - 1) * WIDTH).toFixed(1) + "," +
    (HEIGHT - 2 - height(close) * (HEIGHT - 4)).toFixed(1));
  const line = document.createElementNS(svgs, "polyline");
  line.setAttribute("points", points.join(" "));
  line.setAttribute("class", "spark");
  svg.append(line);
  return svg;
};
const draw = async (symbol) => {
  const to = new Date(), from = new Date(to - 7 * 86400000);
  const query = new URLSearchParams({ interval: "4h", from: from.toISOString(), to: to.toISOString() });
  const answer = await fetch("/api/defi/prices/" + symbol + "/history?" + query);
  if (!answer.ok) return;
  const { data } = await answer.json();
  at("chart", symbol).replaceChildren(sparkline(symbol, data.map(({ close }) => Number(close))));
};

let pause = 1000;
const listen = () => {
  const socket = new WebSocket(location.origin.replace("http", "ws") + "/ws/prices");
  socket.onopen = () => {
    pause = 1000;
    socket.send(JSON.stringify({ action: "subscribe", symbols }));
  };
  socket.onmessage = ({ data }) => {
    const { type, symbol, price, change24h } = JSON.parse(data);
    if (type !== "price_update" || !symbols.includes(symbol)) return;
    at("price", symbol).textContent = usd(price);
    const change = document.createElement("span");
    change.textContent = percent(change24h);
    change.className = Number(change24h) < 0 ? "down" : Number(change24h) > 0 ? "up" : "";
    at("change", symbol).replaceChildren(change);
    live.textContent = live.dataset.live;
    live.classList.remove("unseen");
  };
  socket.onclose = () => {
    live.textContent = live.dataset.waiting;
    setTimeout(listen, pause);
    pause = Math.min(30000, pause * 2);
  };
};
listen();
symbols.reduce((before, symbol) => before.then(() => draw(symbol)), Promise.resolve());
`;
