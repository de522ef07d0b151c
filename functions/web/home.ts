import { home } from "../../contract/web.ts";
import { html } from "../_page/html.ts";
import { page } from "../_page/index.ts";
import { serve } from "../_page/serve.ts";

const parts = [
  ["Wallets", "Several assets in one account, every movement booked twice and to the last unit."],
  ["Payments", "Cards and transfers, with approval where an amount asks for it."],
  ["DeFi", "Exchange, staking and governance on the same ledger."],
  ["Identity", "One account for web and mobile; sign in by password, GitHub or Google."],
] as const;

const body = html`<h1>An open financial platform</h1>
<p class="lead">Payments, multi-asset wallets, cards, identity and decentralized finance behind one HTTP API. This page is
the door for people.</p>
<p class="buttons"><a class="button inline" href="/dashboard">Open the dashboard</a>
<a class="button quiet inline" href="/markets">See the markets</a></p>
<ul class="grid">${parts.map(
  ([title, text]) => html`<li class="card"><h2>${title}</h2><p>${text}</p></li>`,
)}</ul>`;

export const handler = serve(home, (call) => page(call, { title: "Home", body }));
