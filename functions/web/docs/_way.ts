import { text } from "../../../core/kernel/texts/index.ts";
import { html } from "../../_page/html.ts";

/** The way around what developers read. */
export const way = html`<nav aria-label="${text("Documentation of the API", "Documentation de l'API")}">
<a href="/docs">${text("All guides", "Tous les guides")}</a>
<a href="/docs/api">${text("API reference", "Référence de l'API")}</a>
<a href="/docs/errors">${text("Error codes", "Codes d'erreur")}</a></nav>`;
