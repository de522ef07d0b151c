import { home } from "../../contract/web.ts";
import { text } from "../../core/kernel/texts/index.ts";
import { html } from "../_page/html.ts";
import { page, serve } from "../_page/serve.ts";

const parts = [
  [
    text("Wallets", "Portefeuilles"),
    text(
      "Several assets in one account, with double-entry bookkeeping, exact to the last unit.",
      "Plusieurs actifs dans un seul compte, avec une comptabilité en partie double, à l'unité près.",
    ),
  ],
  [
    text("Payments", "Paiements"),
    text(
      "Cards and transfers, with approval of large amounts.",
      "Cartes et virements, avec approbation des montants importants.",
    ),
  ],
  [
    text("DeFi", "DeFi"),
    text(
      "Exchange, staking and governance on the same ledger.",
      "Échange, staking et gouvernance sur le même registre.",
    ),
  ],
  [
    text("Identity", "Identité"),
    text(
      "One account for web and mobile; sign in by password, GitHub or Google.",
      "Un seul compte pour le web et le mobile ; connexion par mot de passe, GitHub ou Google.",
    ),
  ],
] as const;

const body = html`<h1>${text("An open financial platform", "Une plateforme financière ouverte")}</h1>
<p class="lead">${text(
  "Payments, multi-asset wallets, cards, identity and decentralized finance behind one HTTP API.",
  "Paiements, portefeuilles multi-actifs, cartes, identité et finance décentralisée derrière une seule API HTTP.",
)}</p>
<p class="buttons"><a class="button inline" href="/dashboard">${text("Open the dashboard", "Ouvrir le tableau de bord")}</a>
<a class="button quiet inline" href="/markets">${text("See the markets", "Voir les marchés")}</a>
<a class="button quiet inline" href="/docs">${text("Read the documentation", "Lire la documentation")}</a></p>
<ul class="grid">${parts.map(
  ([title, lead]) => html`<li class="card"><h2>${title}</h2><p>${lead}</p></li>`,
)}</ul>`;

export const handler = serve(home, (call) => page(call, { title: text("Home", "Accueil"), body }));
