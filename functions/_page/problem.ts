import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { document } from "./document.ts";
import { html } from "./html.ts";
import type { Known } from "./navigation.ts";

/** What a person reads in a browser where something did not work. */

const titles: Readonly<Record<number, string>> = {
  403: "That is not allowed",
  404: "There is no such page",
  405: "That is not possible here",
  409: "That did not work",
  429: "Too many requests",
};

const titleOf = (status: number): string =>
  titles[status] ?? (status < 500 ? "That did not work" : "Something went wrong here");

/** Whether a person looks for a page, and no program for a resource. */
export const looksForPage = ({ rawPath, headers }: APIGatewayProxyEventV2): boolean =>
  !/^\/(api|mcp|v1|ws)(\/|$)/.test(rawPath) && /\btext\/html\b/.test(headers?.["accept"] ?? "");

/** What is said of an address that leads nowhere. */
export const NO_PAGE = "The link may be old, or mistyped.";

export interface Problem {
  readonly status: number;
  readonly message: string;
  /** Shown where somebody must look for what happened. */
  readonly requestId?: string | undefined;
  /** Whoever is known to be signed in. */
  readonly known?: Known;
}

export function problemPage(path: string, problem: Problem): APIGatewayProxyStructuredResultV2 {
  const { status, message, requestId, known = {} } = problem;
  const title = titleOf(status);
  const content = {
    title,
    body: html`<h1>${title}</h1>
<p class="lead">${message}</p>
${requestId !== undefined && html`<p class="hint">If you ask for help, name this request: ${requestId}</p>`}
<p><a class="button inline" href="/">Go to the home page</a></p>`,
  };
  const { body, headers } = document(content, path, known);
  return { statusCode: status, headers: { ...headers, "content-type": "text/html; charset=utf-8" }, body };
}
