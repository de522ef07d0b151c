import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { type Reader, type Text, text } from "../../core/kernel/texts/index.ts";
import { document, type Known } from "./document.ts";
import { html } from "./html.ts";

/** Error pages. */

const FAILED = text("That did not work", "Cela n'a pas fonctionné");

const titles: Readonly<Record<number, Text>> = {
  403: text("That is not allowed", "Ce n'est pas permis"),
  404: text("There is no such page", "Cette page n'existe pas"),
  405: text("That is not possible here", "Ce n'est pas possible ici"),
  409: FAILED,
  429: text("Too many requests", "Trop de requêtes"),
};

const titleOf = (status: number): Text =>
  titles[status] ??
  (status < 500 ? FAILED : text("Something went wrong here", "Quelque chose n'a pas fonctionné chez nous"));

/** Returns whether a browser asks for a page. */
export const looksForPage = ({ rawPath, headers }: APIGatewayProxyEventV2): boolean =>
  !/^\/(api|mcp|v1|ws)(\/|$)/.test(rawPath) && /\btext\/html\b/.test(headers?.["accept"] ?? "");

/** The message for an unknown address. */
export const NO_PAGE = text(
  "The link may be old, or mistyped.",
  "Le lien est peut-être ancien, ou mal recopié.",
);

interface Problem {
  readonly status: number;
  /** A text, or a sentence that already is in the reader's language. */
  readonly message: Text | string;
  /** Shown with our own faults, so that support can find them. */
  readonly requestId?: string | undefined;
  readonly known?: Known;
  readonly reader: Reader;
}

export function problemPage(path: string, problem: Problem): APIGatewayProxyStructuredResultV2 {
  const { status, message, requestId, known = {}, reader } = problem;
  const title = titleOf(status);
  const content = {
    title,
    body: html`<h1>${title}</h1>
<p class="lead">${message}</p>
${requestId !== undefined && html`<p class="hint">${text(`If you ask for help, name this request: ${requestId}`, `Si vous demandez de l'aide, indiquez cette requête : ${requestId}`)}</p>`}
<p><a class="button inline" href="/">${text("Go to the home page", "Aller à la page d'accueil")}</a></p>`,
  };
  const { body, headers } = document(content, path, known, reader);
  return { statusCode: status, headers: { ...headers, "content-type": "text/html; charset=utf-8" }, body };
}
