import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { header } from "./middleware.ts";

/** What a person reads who followed a link that leads nowhere. It needs neither style nor script. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Not found · svc</title>
</head>
<body>
<main>
<h1>There is no such page</h1>
<p>The link may be old, or mistyped.</p>
<p><a href="/">Go to the home page</a></p>
</main>
</body>
</html>
`;

/** Whether a person looks for a page, and no program for a resource. */
export const looksForPage = (event: APIGatewayProxyEventV2): boolean =>
  event.requestContext.http.method === "GET" &&
  !/^\/(api|mcp|v1|ws)(\/|$)/.test(event.rawPath) &&
  /\btext\/html\b/.test(header(event, "accept") ?? "");

export const notFoundPage = (): APIGatewayProxyStructuredResultV2 => ({
  statusCode: 404,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: PAGE,
});
