import type { Role, WebActor } from "../../../core/identity/actor.ts";
import type { Client } from "../../_chain/call.ts";
import { tokenFor } from "../../_chain/csrf.ts";
import { html } from "../_html.ts";
import { page } from "../_page.ts";
import { SCRIPT } from "./_script.ts";

const roleNames: Readonly<Record<Role, string>> = {
  PARTICULIER: "Personal account",
  PROFESSIONNEL: "Business account",
  EMPLOYE: "Staff",
  ADMIN: "Administrator",
};

/** The dashboard of whoever is signed in. */
export async function dashboardOf({ actor, client }: { readonly actor: WebActor; readonly client: Client }) {
  const { token, cookies } = await tokenFor({ actor, client });
  return page({ title: "Dashboard", menu: menu(token), body: body(actor), script: SCRIPT }, { cookies });
}

const menu = (token: string) => html`<a href="/dashboard/billing">Billing</a>
<form id="sign-out" method="post" action="/api/auth/signout">
<input type="hidden" name="csrfToken" value="${token}">
<input type="hidden" name="callbackUrl" value="/">
<button class="quiet">Sign out</button>
</form>`;

const body = ({ name, email, role }: WebActor) => html`<h1>Hello, ${name}</h1>
<p><span class="badge" title="${role}">${roleNames[role]}</span> ${email}</p>
<section class="card" aria-labelledby="portfolio">
<h2 id="portfolio">Portfolio</h2>
<p class="total" id="total-eur">…</p>
<p class="hint" id="total-usd"></p>
</section>
<section class="card" aria-labelledby="wallets-title">
<h2 id="wallets-title">Wallets</h2>
<p id="state" role="status">Reading your wallets…</p>
<noscript><p>The figures need JavaScript.</p></noscript>
<div class="scroll"><table id="holdings" hidden>
<thead><tr><th scope="col">Asset</th><th scope="col" class="figure">Balance</th>
<th scope="col" class="figure">Available</th><th scope="col" class="figure">Value</th></tr></thead>
<tbody id="wallets"></tbody>
</table></div>
</section>`;
