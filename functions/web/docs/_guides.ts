import { text } from "../../../core/kernel/texts/index.ts";
import { html } from "../../_page/html.ts";
import { calling, type Guide, preview } from "./_guides/calling.ts";
import { operating } from "./_guides/operating.ts";

/** The guides, in reading order. */

const overview: Guide = {
  title: text("First call", "Premier appel"),
  lead: text("From an API key to a response in a minute.", "D'une clé d'API à une réponse en une minute."),
  parts: [
    text(
      "Create an API key in your account. Its secret is shown once. A key that begins with svc_test_ uses your sandbox, a key that begins with svc_live_ your real money. Give it only the scopes that your program needs.",
      "Créez une clé d'API dans votre compte. Son secret n'est montré qu'une fois. Une clé qui commence par svc_test_ utilise votre bac à sable, une clé qui commence par svc_live_ votre argent réel. Donnez-lui uniquement les portées dont votre programme a besoin.",
    ),
    `curl -X POST $SVC_URL/api/keys -H "Authorization: Bearer $ACCESS_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"name":"My program","mode":"test","scopes":["wallets:read","wallets:write"]}'`,
    text("Then list your wallets:", "Listez ensuite vos portefeuilles :"),
    `curl $SVC_URL/v1/wallets -H "Authorization: Bearer $SVC_API_KEY"`,
    text("Or with the TypeScript client:", "Ou avec le client TypeScript :"),
    `import { createClient } from "@svc/sdk";

const svc = createClient({ baseUrl: process.env.SVC_URL, apiKey: process.env.SVC_API_KEY });
for await (const wallet of svc.list("/v1/wallets")) console.log(wallet.asset, wallet.balance);`,
    text(
      "If Authorization is not free, send the key in X-API-Key. Names are in snake_case, amounts are decimal strings in whole units of their asset, times are ISO 8601 in UTC. We may add fields: ignore fields that you do not know.",
      "Si Authorization n'est pas libre, envoyez la clé dans X-API-Key. Les noms sont en snake_case, les montants sont des chaînes décimales en unités entières de leur actif, les instants en ISO 8601 et en UTC. Nous pouvons ajouter des champs : ignorez ceux que vous ne connaissez pas.",
    ),
  ],
};

export const guides: Readonly<Record<string, Guide>> = {
  "first-call": overview,
  ...calling,
  ...operating,
  ...preview,
};

export const docsNavigation = html`<nav aria-label="${text("Documentation of the API", "Documentation de l'API")}">
<a href="/docs">${text("All guides", "Tous les guides")}</a>
<a href="/docs/api">${text("API reference", "Référence de l'API")}</a>
<a href="/docs/errors">${text("Error codes", "Codes d'erreur")}</a></nav>`;
