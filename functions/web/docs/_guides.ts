import { text } from "../../../core/kernel/texts/index.ts";
import { html } from "../../_page/html.ts";
import { calling, type Guide, preview } from "./_guides/calling.ts";
import { living } from "./_guides/living.ts";

/** The guides, in the order in which one reads them. */

const overview: Guide = {
  title: text("First call", "Premier appel"),
  lead: text("From a key to an answer in a minute.", "D'une clé à une réponse en une minute."),
  parts: [
    text(
      "Make a key on your account: its secret is shown once. A key that begins with svc_test_ sees a sandbox of its own, one that begins with svc_live_ your money. Give it the scopes that your program needs, and no more.",
      "Créez une clé sur votre compte : son secret est montré une seule fois. Une clé qui commence par svc_test_ voit un bac à sable à elle, une clé qui commence par svc_live_ votre argent. Donnez-lui les portées dont votre programme a besoin, et rien de plus.",
    ),
    `curl -X POST $SVC_URL/api/keys -H "Authorization: Bearer $ACCESS_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"name":"My program","mode":"test","scopes":["wallets:read","wallets:write"]}'`,
    text("Then ask for your wallets:", "Demandez ensuite vos portefeuilles :"),
    `curl $SVC_URL/v1/wallets -H "Authorization: Bearer $SVC_API_KEY"`,
    text("Or with the TypeScript client:", "Ou avec le client TypeScript :"),
    `import { createClient } from "@svc/sdk";

const svc = createClient({ baseUrl: process.env.SVC_URL, apiKey: process.env.SVC_API_KEY });
for await (const wallet of svc.list("/v1/wallets")) console.log(wallet.asset, wallet.balance);`,
    text(
      "The key also goes into X-API-Key, where Authorization is not free. Names are in snake_case, amounts are decimal strings in whole units of their asset, times are ISO 8601 in UTC. Fields that you do not know may be added: ignore them.",
      "La clé peut aussi aller dans X-API-Key, si Authorization n'est pas libre. Les noms sont en snake_case, les montants sont des chaînes décimales en unités entières de leur actif, les instants en ISO 8601 et en UTC. Des champs que vous ne connaissez pas peuvent s'ajouter : ignorez-les.",
    ),
  ],
};

export const guides: Readonly<Record<string, Guide>> = {
  "first-call": overview,
  ...calling,
  ...living,
  ...preview,
};

/** The navigation of the documentation. */
export const way = html`<nav aria-label="${text("Documentation of the API", "Documentation de l'API")}">
<a href="/docs">${text("All guides", "Tous les guides")}</a>
<a href="/docs/api">${text("API reference", "Référence de l'API")}</a>
<a href="/docs/errors">${text("Error codes", "Codes d'erreur")}</a></nav>`;
