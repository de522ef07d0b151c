import { home } from "../../contract/web.ts";
import { text } from "../../core/kernel/texts/index.ts";
import { html } from "../_page/html.ts";
import { page, serve } from "../_page/serve.ts";

const body = html`<h1>${text("Your money, in one place you can check", "Votre argent, en un seul endroit vérifiable")}</h1>
<p class="lead">${text(
  "Hold euros, dollars and crypto-assets, pay and be paid, and use a card. Swap, stake and vote on the same balance. Every movement is double-entry and can be verified.",
  "Détenez des euros, des dollars et des crypto-actifs, payez, encaissez et utilisez une carte. Échangez, placez et votez depuis le même solde. Chaque mouvement est en partie double et vérifiable.",
)}</p>
<p class="buttons"><a class="button inline" href="/app">${text("Open the console", "Ouvrir la console")}</a>
<a class="button quiet inline" href="/auth/register">${text("Create an account", "Créer un compte")}</a></p>
<img class="picture" src="/app/assets/preview-1.webp" width="1440" height="900" alt="${text(
  "The console: balance, latest transactions and wallets",
  "La console : solde, dernières opérations et portefeuilles",
)}">`;

export const handler = serve(home, (call) => page(call, { title: text("Home", "Accueil"), body }));
