import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { MethodNotAllowed } from "../../contract/errors.ts";
import { versions } from "../../contract/public/schemas.ts";
import { type Family, route } from "../../contract/route.ts";
import { fail, NotFound } from "../../core/kernel/errors.ts";
import { text } from "../../core/kernel/texts/index.ts";
import { looksForPage, NO_PAGE, problemPage } from "../_page/document.ts";
import { list } from "./_routes.baked.ts";
import { renderError, wrongMethod } from "./envelope.ts";
import { isPreflight, preflight } from "./headers.ts";
import { type Handler, outerChain } from "./outer.ts";
import { readerOf, stateOf } from "./request.ts";

/**
 * API Gateway's `$default` route: unknown paths, known paths with another method, and CORS preflights.
 *
 * HEAD is a 405 that names GET. RFC 9110 (section 9.3.2) wants it wherever GET is, but API Gateway would need a second
 * route for each, and a HEAD of a link that confirms something would act for a program that only looks.
 */

const spec = route({
  id: "fallback",
  method: "ANY",
  path: "/{path+}",
  family: "web",
  summary: "Whatever no route serves",
  auth: "none",
  responses: { 204: { description: "The answer to a CORS preflight" } },
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
export function covers(template: string, path: string): boolean {
  const pattern = segments(template);
  const given = segments(path);
  const greedy = pattern.at(-1)?.endsWith("+}") ?? false;
  if (greedy ? given.length < pattern.length : given.length !== pattern.length) return false;
  return pattern.every((part, index) => (part.startsWith("{") ? given[index] !== "" : part === given[index]));
}

/** Returns the family whose paths are nearest: clients of the path read its error envelope. */
function familyOf(path: string): Family {
  const theirs = segments(path);
  if (versions.some((version) => version === theirs[0])) return "public";
  const alike = (template: string): number => {
    const ours = segments(template);
    const differs = ours.findIndex((part, index) => part !== theirs[index]);
    return differs === -1 ? ours.length : differs;
  };
  const shared = (one: Served): number => Math.max(...one.paths.map(alike));
  let nearest: { family: Family; depth: number } = { family: "web", depth: 1 };
  for (const one of routes) {
    const depth = shared(one);
    if (depth > nearest.depth) nearest = { family: one.family, depth };
  }
  return nearest.family;
}

function answer(event: APIGatewayProxyEventV2): APIGatewayProxyStructuredResultV2 {
  const { method } = event.requestContext.http;
  const covering = routes.filter((one) => one.paths.some((path) => covers(path, event.rawPath)));
  // If a route matches with this method, the path was encoded otherwise than API Gateway matches it.
  const disguised = covering.some((one) => one.method === method || one.method === "ANY");
  const serving = disguised ? [] : covering;
  const methods = [...new Set(serving.map((one) => one.method))].sort();
  const family = familyOf(event.rawPath);
  if (methods.length > 0 && isPreflight(event)) return preflight(event, methods.join(", "));
  if (methods.length > 0) return wrongMethod(event, { ...spec, family }, methods);
  const reader = readerOf(event, { ...spec, family });
  if (method === "GET" && looksForPage(event))
    return problemPage(event.rawPath, { status: 404, message: NO_PAGE, reader });
  const error = fail(NotFound, {
    message: text(`There is nothing at ${event.rawPath}.`, `Il n'y a rien à l'adresse ${event.rawPath}.`),
  });
  return renderError({ family }, error, stateOf(event).requestId, { language: reader.language });
}

export const handler = outerChain(spec).handler(async (event) => answer(event)) as unknown as Handler;
