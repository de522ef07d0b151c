import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { MethodNotAllowed } from "../../contract/errors.ts";
import { versions } from "../../contract/public/schemas.ts";
import { type Family, route } from "../../contract/route.ts";
import { fail, NotFound } from "../../core/kernel/errors.ts";
import { text } from "../../core/kernel/texts/index.ts";
import { acceptsPage, PAGE_NOT_FOUND, problemPage } from "../_page/document.ts";
import { list } from "./_routes.baked.ts";
import { renderError, wrongMethod } from "./envelope.ts";
import { isPreflight, preflight } from "./headers.ts";
import { type Handler, outerChain } from "./outer.ts";
import { readerOf, stateOf } from "./request.ts";

/**
 * API Gateway's `$default` route: unknown paths, known paths with another method, and CORS preflights.
 *
 * HEAD gets a 405 that names GET. RFC 9110 (section 9.3.2) requires HEAD wherever GET is supported, but API Gateway would
 * need a second route for each, and a HEAD of a confirmation link would confirm for a program that only previews it.
 */

const spec = route({
  id: "fallback",
  method: "ANY",
  path: "/{path+}",
  family: "web",
  summary: "Requests that no route serves",
  auth: "none",
  responses: { 204: { description: "Response to a CORS preflight" } },
  errors: [NotFound, MethodNotAllowed],
});

/** A route without its schemas. */
interface Served {
  readonly family: Family;
  readonly method: string;
  readonly paths: readonly string[];
}

const routes: readonly Served[] = JSON.parse(list);

const segments = (path: string): string[] => path.split("/").slice(1);

/** Returns whether a route's path template matches a path. */
export function matches(template: string, path: string): boolean {
  const pattern = segments(template);
  const given = segments(path);
  const greedy = pattern.at(-1)?.endsWith("+}") ?? false;
  if (greedy ? given.length < pattern.length : given.length !== pattern.length) return false;
  return pattern.every((part, index) => (part.startsWith("{") ? given[index] !== "" : part === given[index]));
}

/** Returns the family with the most similar path, whose error envelope the client can probably read. */
function familyOf(path: string): Family {
  const requested = segments(path);
  if (versions.some((version) => version === requested[0])) return "public";
  const sharedLength = (template: string): number => {
    const pattern = segments(template);
    const differs = pattern.findIndex((part, index) => part !== requested[index]);
    return differs === -1 ? pattern.length : differs;
  };
  let nearest: { family: Family; depth: number } = { family: "web", depth: 1 };
  for (const one of routes) {
    const depth = Math.max(...one.paths.map(sharedLength));
    if (depth > nearest.depth) nearest = { family: one.family, depth };
  }
  return nearest.family;
}

function answer(event: APIGatewayProxyEventV2): APIGatewayProxyStructuredResultV2 {
  const { method } = event.requestContext.http;
  const matching = routes.filter((one) => one.paths.some((path) => matches(path, event.rawPath)));
  // If a route has this method too, API Gateway did not match it because of the path's encoding.
  const isServed = matching.some((one) => one.method === method || one.method === "ANY");
  const candidates = isServed ? [] : matching;
  const methods = [...new Set(candidates.map((one) => one.method))].sort();
  const family = familyOf(event.rawPath);
  if (methods.length > 0 && isPreflight(event)) return preflight(event, methods.join(", "));
  if (methods.length > 0) return wrongMethod(event, { ...spec, family }, methods);
  const reader = readerOf(event, { ...spec, family });
  if (method === "GET" && acceptsPage(event))
    return problemPage(event.rawPath, { status: 404, message: PAGE_NOT_FOUND, reader });
  const error = fail(NotFound, {
    message: text(
      `The address ${event.rawPath} does not exist. Check it.`,
      `L'adresse ${event.rawPath} n'existe pas. Vérifiez-la.`,
    ),
  });
  return renderError({ family }, error, stateOf(event).requestId, { language: reader.language });
}

export const handler = outerChain(spec).handler(async (event) => answer(event)) as unknown as Handler;
