import { reference } from "../../../contract/web/docs.ts";
import { env } from "../../../core/kernel/env.ts";
import { text } from "../../../core/kernel/texts/index.ts";
import { html } from "../../_page/html.ts";
import { page, serve } from "../../_page/serve.ts";
import { docsNavigation } from "./_guides.ts";

const DOCUMENT = "/v1/openapi.json";

/** Scalar's settings: it loads nothing from other sites and calls this platform only. */
const configuration = () => {
  const token = env("DEMO_API_KEY", "");
  return {
    sources: [
      { title: "v1", slug: "v1", url: DOCUMENT, default: true },
      { title: "v2 (beta)", slug: "v2", url: "/v2/openapi.json" },
      { title: "*", slug: "all", url: "/api/openapi.json" },
    ],
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: "never",
    documentDownloadType: "direct",
    ...(token !== "" && {
      authentication: { preferredSecurityScheme: "apiKey", securitySchemes: { apiKey: { token } } },
    }),
  };
};

/** The style of the page around the reference. */
const STYLE = `
:root{color-scheme:light dark}
body{margin:0;font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.skip{position:absolute;left:-999px}
.skip:focus{left:1rem;top:1rem}
body>header,body>header nav,.way nav,body>footer{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:center}
body>header,.way,body>footer{padding:.5rem 1.25rem}
.brand{font-weight:700}
.account{margin-left:auto}
.way h1{font-size:1.15rem;margin:0}
`;

const TITLE = text("API reference", "Référence de l'API");

const body = html`<div class="way"><h1>${TITLE}</h1>${docsNavigation}</div>
<noscript><p>${text(
  "The reference requires JavaScript. The OpenAPI document does not:",
  "La référence nécessite JavaScript. Le document OpenAPI, non :",
)} <a href="${DOCUMENT}"><code>${DOCUMENT}</code></a></p></noscript>
<div id="reference"></div>`;

export const handler = serve(reference, (call) =>
  page(call, {
    title: TITLE,
    body,
    script: `Scalar.createApiReference("#reference",${JSON.stringify(configuration()).replaceAll("<", "\\u003c")})`,
    bundle: { src: "/docs/reference.js", style: STYLE },
  }),
);
