/**
 * Fills the markets page from the public routes, and keeps its prices live. What the server sends is only put
 * in as text.
 */
export const SCRIPT = `
const byId = (id) => document.getElementById(id);
const usd = (text) => {
  const value = Number(text);
  const digits = value >= 100 ? 2 : value >= 1 ? 4 : 6;
  return new Intl.NumberFormat(undefined, { style: "currency", currency: "USD", maximumFractionDigits: digits }).format(value);
};
const compact = (text) =>
  new Intl.NumberFormat(undefined, { style: "currency", currency: "USD", notation: "compact" }).format(Number(text));
const percent = (text) => (Number(text) > 0 ? "+" : "") + Number(text).toFixed(2) + " %";
const read = (path) =>
  fetch(path, { headers: { accept: "application/json" } })
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(path + " " + answer.status))));
const cell = (row, content, figure) => {
  const td = row.insertCell();
  td.append(content);
  if (figure) td.className = "figure";
  return td;
};
const named = (symbol, name) => {
  const span = document.createElement("span");
  const logo = new Image(24, 24);
  logo.src = "/assets/" + symbol.toLowerCase() + ".svg";
  logo.alt = "";
  span.append(logo, name);
  return span;
};
const showChange = (td, text) => {
  td.textContent = percent(text);
  td.className = "figure" + (Number(text) < 0 ? " down" : Number(text) > 0 ? " up" : "");
};

const WIDTH = 96, HEIGHT = 32;
const sparkline = (symbol, closes) => {
  const svgs = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(svgs, "svg");
  svg.setAttribute("viewBox", "0 0 " + WIDTH + " " + HEIGHT);
  svg.setAttribute("width", WIDTH);
  svg.setAttribute("height", HEIGHT);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", symbol + " over seven days");
  const low = Math.min(...closes), high = Math.max(...closes);
  const points = closes.map((close, at) =>
    (at / Math.max(1, closes.length - 1) * WIDTH).toFixed(1) + "," +
    (HEIGHT - 2 - (close - low) / (high - low || 1) * (HEIGHT - 4)).toFixed(1));
  const line = document.createElementNS(svgs, "polyline");
  line.setAttribute("points", points.join(" "));
  line.setAttribute("class", "spark");
  svg.append(line);
  return svg;
};

const rows = new Map();
const showPrices = ({ prices }) => {
  for (const { symbol, name, priceUsd, change24h, high24h, low24h, volume24h } of prices) {
    const row = byId("prices").insertRow();
    cell(row, named(symbol, name)).title = symbol;
    const price = cell(row, usd(priceUsd), true);
    const change = cell(row, "", true);
    showChange(change, change24h);
    cell(row, usd(low24h) + " – " + usd(high24h), true);
    cell(row, compact(volume24h), true);
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
    const row = byId("pairs").insertRow();
    cell(row, named(token0.symbol, id));
    cell(row, Number(price).toPrecision(6) + " " + token1.symbol, true);
    showChange(cell(row, "", true), priceChange24h);
    cell(row, compact(tvl), true);
    cell(row, compact(volume24h), true);
    cell(row, Number(apy).toFixed(2) + " %", true);
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
    byId("live").textContent = "live";
  };
  socket.onclose = () => {
    byId("live").textContent = "not live, connecting…";
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
  .catch(() => { byId("prices-state").textContent = "The prices could not be read. Load the page again."; });
read("/api/defi/dex/pairs")
  .then(showPairs)
  .catch(() => { byId("pairs-state").textContent = "The pairs could not be read. Load the page again."; });
`;
