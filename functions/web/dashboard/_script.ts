/**
 * Fills the dashboard from the wallets' own route, and signs out. What the server sends is only ever put in
 * as text.
 */
export const SCRIPT = `
const money = (value, currency) =>
  new Intl.NumberFormat(undefined, { style: "currency", currency }).format(value);
const amount = (value) => new Intl.NumberFormat(undefined, { maximumFractionDigits: 8 }).format(value);
const cell = (row, content, figure) => {
  const td = row.insertCell();
  td.append(content);
  if (figure) td.className = "figure";
};
const byId = (id) => document.getElementById(id);

const show = ({ wallets, portfolio }) => {
  byId("total-eur").textContent = money(portfolio.totalValueEur, "EUR");
  byId("total-usd").textContent = money(portfolio.totalValueUsd, "USD");
  for (const { asset, balance, availableBalance, value } of wallets) {
    const row = byId("wallets").insertRow();
    const name = document.createElement("span");
    const logo = new Image(24, 24);
    logo.src = asset.logoUrl;
    logo.alt = "";
    name.append(logo, asset.name);
    cell(row, name);
    cell(row, amount(balance) + " " + asset.symbol, true);
    cell(row, amount(availableBalance), true);
    cell(row, money(value.eur, "EUR"), true);
  }
  byId("holdings").hidden = wallets.length === 0;
  byId("state").textContent = wallets.length === 0 ? "You have no wallet yet." : "";
};

fetch("/api/defi/wallets", { headers: { accept: "application/json" } })
  .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(String(answer.status)))))
  .then(show)
  .catch(() => { byId("state").textContent = "The wallets could not be read. Load the page again."; });

const out = byId("sign-out");
out.addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await fetch(out.action, { method: "POST", body: new URLSearchParams(new FormData(out)) });
  if (answer.ok || answer.status === 401) location.assign("/");
  else location.reload();
});
`;
