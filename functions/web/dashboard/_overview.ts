import type { Portfolio, ValuedWallet } from "../../../core/defi/portfolio/schema.ts";
import type { Role, WebActor } from "../../../core/identity/actor.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import { type Html, html } from "../../_page/html.ts";
import { table } from "../../_page/table.ts";
import { amount, worth } from "../../_page/words.ts";

/** What somebody has: the portfolio, its wallets, and a form that opens one. */

const roleNames: Readonly<Record<Role, string>> = {
  PARTICULIER: "Personal account",
  PROFESSIONNEL: "Business account",
  EMPLOYE: "Staff",
  ADMIN: "Administrator",
};

export const overview = (
  { name, email, role }: WebActor,
  { wallets, total }: Portfolio,
  token: string,
): Html => html`<h1>Hello, ${name}</h1>
<p><span class="badge">${roleNames[role]}</span> ${email}</p>
${wallets.filter(({ owed }) => owed > 0n).map(debt)}
<section class="card" aria-labelledby="portfolio">
<h2 id="portfolio">Portfolio</h2>
<p class="total">${worth(total.eur.toFixed(2), "EUR")}</p>
<p class="hint">${worth(total.usd.toFixed(2), "USD")}</p>
</section>
<section class="card" aria-labelledby="wallets">
<h2 id="wallets">Wallets</h2>
${wallets.length > 0 ? holdings(wallets) : html`<p>You have no wallet yet. Open one: it takes a moment and costs nothing.</p>`}
${opening(wallets, token)}
</section>`;

const debt = ({ asset, owed }: ValuedWallet): Html =>
  html`<p class="alert" role="alert">You owe ${amount(owed, asset)}: a payment was taken back when its money had been spent. Whatever
comes in settles it; until then nothing goes out.</p>`;

const holdings = (wallets: readonly ValuedWallet[]): Html =>
  table(
    [
      { name: "Asset" },
      { name: "Balance", figure: true },
      { name: "Available", figure: true },
      { name: "Value", figure: true },
    ],
    wallets.map(({ asset, available, held, value }) => [
      html`<img src="${asset.logoUrl}" width="24" height="24" alt="">${asset.name}`,
      amount(available + held, asset),
      amount(available, asset),
      worth(value.eur.toFixed(2), "EUR"),
    ]),
    { label: "Wallets" },
  );

/** A form that opens a wallet of an asset that has none; nothing where all have one. */
function opening(wallets: readonly ValuedWallet[], token: string): Html | undefined {
  const opened = new Set(wallets.map(({ asset }) => asset.symbol));
  const left = Assets.list().filter(({ symbol }) => !opened.has(symbol));
  if (left.length === 0) return undefined;
  return html`<form class="row" method="post" action="/dashboard">
<input type="hidden" name="csrfToken" value="${token}">
<div><label for="asset">${opened.size > 0 ? "Another asset" : "Asset"}</label>
<select id="asset" name="assetSymbol">${left.map(
    ({ symbol, name }) => html`<option value="${symbol}">${name} (${symbol})</option>`,
  )}</select></div>
<button>Open a wallet</button>
</form>`;
}
