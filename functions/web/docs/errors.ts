import { errors } from "../../../contract/web/docs.ts";
import { Text, text } from "../../../core/kernel/texts/index.ts";
import { html } from "../../_page/html.ts";
import { page, serve } from "../../_page/serve.ts";
import { table } from "./_errors.baked.ts";
import { way } from "./_guides.ts";

type Row = readonly [code: string, statuses: readonly number[], english: string, french: string];

const TITLE = text("Error codes", "Codes d'erreur");

const body = html`${way}
<h1>${TITLE}</h1>
<p class="lead">${text(
  "A code never changes its meaning: switch on it, and show people the message. What is asked again without a change is refused again, but where the message says so.",
  "Un code ne change jamais de sens : fiez-vous à lui, et montrez le message aux personnes. Une demande répétée sans changement est refusée de nouveau, sauf si le message dit le contraire.",
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
