import { guide } from "../../../contract/web/docs.ts";
import { fail, NotFound } from "../../../core/kernel/errors.ts";
import { html } from "../../_page/html.ts";
import { page, serve } from "../../_page/serve.ts";
import type { Guide } from "./_guides/calling.ts";
import { docsNavigation, guides } from "./_guides.ts";

const view = ({ title, lead, parts }: Guide) => html`${docsNavigation}
<h1>${title}</h1>
<p class="lead">${lead}</p>
${parts.map((part) => (typeof part === "string" ? html`<pre><code>${part}</code></pre>` : html`<p>${part}</p>`))}`;

export const handler = serve(guide, async (call) => {
  const one = Object.hasOwn(guides, call.params.guide) ? guides[call.params.guide] : undefined;
  if (!one) throw fail(NotFound);
  return page(call, { title: one.title, body: view(one) });
});
