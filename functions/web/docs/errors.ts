import { errors } from "../../../contract/web/docs.ts";
import { Text, text } from "../../../core/kernel/texts/index.ts";
import { html } from "../../_page/html.ts";
import { page, serve } from "../../_page/serve.ts";
import { table } from "./_errors.baked.ts";
import { docsNavigation } from "./_guides.ts";

type Row = readonly [code: string, statuses: readonly number[], english: string, french: string];

const TITLE = text("Error codes", "Codes d'erreur");

const body = html`${docsNavigation}
<h1>${TITLE}</h1>
<p class="lead">${text(
  "A code never changes its meaning: branch on it, and show the message to users. Unless the message says otherwise, the same request fails again.",
  "Un code ne change jamais de sens : fondez votre logique sur lui, et montrez le message aux utilisateurs. Sauf indication contraire du message, la même requête échoue de nouveau.",
)}</p>
<dl>${(JSON.parse(table) as Row[]).map(
  ([
    code,
    statuses,
    english,
    french,
  ]) => html`<dt id="${code}"><a href="#${code}"><code>${code}</code></a> <span class="badge">${statuses.join(", ")}</span></dt>
<dd>${new Text(english, french)}</dd>
`,
)}</dl>`;

export const handler = serve(errors, (call) => page(call, { title: TITLE, body }));
