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

/** The number of movements on the page. */
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
${openForm(wallets, token)}
</section>`;
};

/** Makes the parts of the total that are not in the table of wallets or not available there. */
const parts = ({ staked, pooled, farmed }: Portfolio): readonly Html[] =>
  (
    [
      [text("Staked", "Placé en staking"), staked],
      [text("In liquidity pools", "Dans des pools de liquidité"), pooled],
      [text("In farms", "Dans des fermes"), farmed],
    ] as const
  )
    .filter(([, { eur }]) => eur.gt(0))
    .map(([name, { eur }]) => html`<p class="hint">${name}: ${worth(eur.toFixed(2), "EUR")}</p>`);

const WALLETS = text("Wallets", "Portefeuilles");
const NO_WALLET = text(
  "You have no wallet yet. Open one: it is immediate and free.",
  "Vous n'avez pas encore de portefeuille. Ouvrez-en un : c'est immédiat et gratuit.",
);

const debt = ({ asset, owed }: ValuedWallet): Html =>
  html`<p class="alert" role="alert">${text("You owe", "Vous devez")} ${amount(owed, asset)}${text(
    ": a payment was reversed after you had spent the money. Incoming money pays this debt first; until it is paid, you cannot send money.",
    " : un paiement a été annulé après que vous avez dépensé la somme. L'argent reçu règle d'abord cette dette ; d'ici là, vous ne pouvez pas envoyer d'argent.",
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

/** Makes a form that opens another wallet; undefined if every asset has one. */
function openForm(wallets: readonly ValuedWallet[], token: string): Html | undefined {
  const opened = new Set(wallets.map(({ asset }) => asset.symbol));
  const available = Assets.list().filter(({ symbol }) => !opened.has(symbol));
  if (available.length === 0) return undefined;
  return html`<form class="row" method="post" action="/dashboard">
<input type="hidden" name="csrfToken" value="${token}">
<div><label for="asset">${opened.size > 0 ? text("Another asset", "Un autre actif") : text("Asset", "Actif")}</label>
<select id="asset" name="assetSymbol">${available.map(
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
  { name: when(text("Date", "Date")) },
  { name: text("Operation", "Opération") },
  { name: text("Amount", "Montant"), figure: true },
];
const MOVEMENTS = text("Latest transactions", "Derniers mouvements");

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
