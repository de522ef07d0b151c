import { index } from "../../../contract/web/dashboard.ts";
import * as Portfolios from "../../../core/defi/portfolio/index.ts";
import type { Portfolio, ValuedWallet } from "../../../core/defi/portfolio/schema.ts";
import { type Movement, movements as movementsOf } from "../../../core/history/movements.ts";
import type { Role, WebActor } from "../../../core/identity/actor.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import { type Text, text } from "../../../core/kernel/texts/index.ts";
import { operationOf } from "../../../core/texts/operations.ts";
import { amount, assetName, type Html, html, minute, phrase, table, when, worth } from "../../_page/html.ts";
import { page, serve } from "../../_page/serve.ts";

/** How many movements the page shows. */
const LATEST = 10;

export const handler = serve(index, async (call) => {
  const [portfolio, { movements }] = await Promise.all([
    Portfolios.list(call.actor),
    movementsOf(call.actor, { limit: LATEST }),
  ]);
  return page(call, {
    title: text("Dashboard", "Tableau de bord"),
    body: (token) => html`${overview(call.actor, portfolio, token)}${latest(movements)}`,
  });
});

/** What somebody has: the portfolio, its wallets, and a form that opens one. */

const roleNames: Readonly<Record<Role, Text>> = {
  PARTICULIER: text("Personal account", "Compte particulier"),
  PROFESSIONNEL: text("Business account", "Compte professionnel"),
  EMPLOYE: text("Staff", "Collaborateur"),
  ADMIN: text("Administrator", "Administrateur"),
};

const overview = ({ name, email, role }: WebActor, portfolio: Portfolio, token: string): Html => {
  const { wallets, total } = portfolio;
  return html`<h1>${text(`Hello, ${name}`, `Bonjour, ${name}`)}</h1>
<p><span class="badge">${roleNames[role]}</span> ${email}</p>
${wallets.filter(({ owed }) => owed > 0n).map(debt)}
<section class="card" aria-labelledby="portfolio">
<h2 id="portfolio">${text("Portfolio", "Patrimoine")}</h2>
<p class="total">${worth(total.eur.toFixed(2), "EUR")}</p>
<p class="hint">${worth(total.usd.toFixed(2), "USD")}</p>
${parts(portfolio)}
</section>
<section class="card" aria-labelledby="wallets">
<h2 id="wallets">${WALLETS}</h2>
${wallets.length > 0 ? holdings(wallets) : html`<p>${NO_WALLET}</p>`}
${opening(wallets, token)}
</section>`;
};

/** What of the total is not in the table of wallets, or not free there. */
const parts = ({ staked, pooled, farmed }: Portfolio): readonly Html[] =>
  (
    [
      [text("Staked, in its wallet", "Immobilisé, dans son portefeuille"), staked],
      [text("In liquidity pools", "Dans des réserves de liquidité"), pooled],
      [text("In farms", "Dans des fermes"), farmed],
    ] as const
  )
    .filter(([, { eur }]) => eur.gt(0))
    .map(([name, { eur }]) => html`<p class="hint">${name}: ${worth(eur.toFixed(2), "EUR")}</p>`);

const WALLETS = text("Wallets", "Portefeuilles");
const NO_WALLET = text(
  "You have no wallet yet. Open one: it takes a moment and costs nothing.",
  "Vous n'avez pas encore de portefeuille. Ouvrez-en un : c'est immédiat et gratuit.",
);

const debt = ({ asset, owed }: ValuedWallet): Html =>
  html`<p class="alert" role="alert">${text("You owe", "Vous devez")} ${amount(owed, asset)}${text(
    ": a payment was taken back when its money had been spent. Whatever comes in settles it; until then nothing goes out.",
    " : un paiement a été repris alors que son argent était dépensé. Ce qui arrive règle d'abord cette dette ; d'ici là, rien ne sort.",
  )}</p>`;

const holdings = (wallets: readonly ValuedWallet[]): Html =>
  table(
    [
      { name: text("Asset", "Actif") },
      { name: text("Balance", "Solde"), figure: true },
      { name: text("Available", "Disponible"), figure: true },
      { name: text("Value", "Valeur"), figure: true },
    ],
    wallets.map(({ asset, available, held, value }) => [
      html`<img src="${asset.logoUrl}" width="24" height="24" alt="">${assetName(asset)}`,
      amount(available + held, asset),
      amount(available, asset),
      worth(value.eur.toFixed(2), "EUR"),
    ]),
    { label: WALLETS },
  );

/** A form that opens a wallet of an asset that has none; nothing where all have one. */
function opening(wallets: readonly ValuedWallet[], token: string): Html | undefined {
  const opened = new Set(wallets.map(({ asset }) => asset.symbol));
  const left = Assets.list().filter(({ symbol }) => !opened.has(symbol));
  if (left.length === 0) return undefined;
  return html`<form class="row" method="post" action="/dashboard">
<input type="hidden" name="csrfToken" value="${token}">
<div><label for="asset">${opened.size > 0 ? text("Another asset", "Un autre actif") : text("Asset", "Actif")}</label>
<select id="asset" name="assetSymbol">${left.map(
    (asset) => html`<option value="${asset.symbol}">${assetName(asset)} (${asset.symbol})</option>`,
  )}</select></div>
<button>${text("Open a wallet", "Ouvrir un portefeuille")}</button>
</form>`;
}

function signOf({ type, flow }: Movement): string {
  if (type.endsWith("_IN") || flow === "in") return "+";
  return type.endsWith("_OUT") || flow === "out" ? "−" : "";
}

const movementColumns = [
  { name: when(text("When", "Date")) },
  { name: text("What", "Opération") },
  { name: text("Amount", "Montant"), figure: true },
];
const MOVEMENTS = text("Latest movements", "Derniers mouvements");

/** The latest movements; nothing if there are none. */
const latest = (movements: readonly Movement[]): Html | undefined =>
  movements.length === 0
    ? undefined
    : html`<section class="card" aria-labelledby="movements">
<h2 id="movements">${MOVEMENTS}</h2>
${table(
  movementColumns,
  movements.map((one) => [
    minute(one.createdAt),
    operationOf(one.type) ?? phrase(one.type),
    html`${signOf(one)}${amount(one.amount, Assets.get(one.asset))}`,
  ]),
  { label: MOVEMENTS },
)}
</section>`;
