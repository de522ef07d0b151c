import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { type Reader, type Text, text } from "../../core/kernel/texts/index.ts";
import { document } from "./document.ts";
import { html } from "./html.ts";
import type { Known } from "./navigation.ts";

/** What a person reads in a browser where something did not work. */

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

/** Whether a person looks for a page, and no program for a resource. */
export const looksForPage = ({ rawPath, headers }: APIGatewayProxyEventV2): boolean =>
  !/^\/(api|mcp|v1|ws)(\/|$)/.test(rawPath) && /\btext\/html\b/.test(headers?.["accept"] ?? "");

/** What is said of an address that leads nowhere. */
export const NO_PAGE = text(
  "The link may be old, or mistyped.",
  "Le lien est peut-être ancien, ou mal recopié.",
);

export interface Problem {
  readonly status: number;
  /** A text, or what is in the reader's language already. */
  readonly message: Text | string;
  /** Shown where somebody must look for what happened. */
  readonly requestId?: string | undefined;
  /** Whoever is known to be signed in. */
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
