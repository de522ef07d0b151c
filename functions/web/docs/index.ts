import { index } from "../../../contract/web/docs.ts";
import { text } from "../../../core/kernel/texts/index.ts";
import { html } from "../../_page/html.ts";
import { page, serve } from "../../_page/serve.ts";
import { docsNavigation, guides } from "./_guides.ts";

const documents = ["/v1/openapi.json", "/v2/openapi.json", "/api/openapi.json"];

const TITLE = text("For developers", "Pour les développeurs");

const body = html`${docsNavigation}
<h1>${TITLE}</h1>
<p class="lead">${text(
  "One HTTP API for wallets, transfers, exchange, staking, farming, governance and prices. Its objects and errors are the same everywhere.",
  "Une seule API HTTP pour les portefeuilles, virements, échanges, staking, farming, gouvernance et cours. Ses objets et ses erreurs sont partout les mêmes.",
)}</p>
<ul class="grid">${Object.entries(guides).map(
  ([slug, { title, lead }]) =>
    html`<li class="card"><h2><a href="/docs/${slug}">${title}</a></h2><p>${lead}</p></li>`,
)}</ul>
<p>${text("The documents for your tools:", "Les documents pour vos outils :")}
${documents.map((path) => html`<a href="${path}"><code>${path}</code></a> `)}</p>`;

export const handler = serve(index, (call) => page(call, { title: TITLE, body }));
