import { CSRF_COOKIE } from "../../contract/cookies.ts";
import type { RouteSpec } from "../../contract/route.ts";
import { RateLimited, SvcError } from "../../core/kernel/errors.ts";
import { cookiesOf, type Step } from "../_chain/middleware.ts";
import { readerOf } from "../_chain/reader.ts";
import { chain, type Handler, type Rendered, type Run } from "../_chain/serve.ts";
import { stateOf } from "../_chain/state.ts";
import { looksForPage, NO_PAGE, problemPage } from "./problem.ts";

/**
 * Serves a route of pages: as `_chain/serve.ts`, but a person in a browser reads an error as a page. Apart, so
 * that no other function carries pages.
 */
export const serve = <const R extends RouteSpec>(spec: R, run: Run<R, Rendered<R>>): Handler =>
  chain(spec, run, (result) => result, { refused: [problemAsPage(spec)] });

/** What the family's envelope says in the words of its specification. */
const isOverLimit = (error: unknown): error is SvcError => error instanceof SvcError && error.is(RateLimited);

const problemAsPage = (spec: RouteSpec): Step => ({
  onError: ({ event, response, error: thrown }) => {
    if (!response?.body || !looksForPage(event)) return;
    const { error, requestId } = JSON.parse(response.body) as { error: string; requestId?: string };
    const status = response.statusCode ?? 500;
    const shown = problemPage(event.rawPath, {
      status,
      message: status === 404 ? NO_PAGE : isOverLimit(thrown) ? thrown.text : error,
      requestId,
      reader: readerOf(event, spec),
      // The form token of whoever is signed in is in their cookie; it is judged when it comes back.
      known: { name: stateOf(event).actor?.name, token: cookiesOf(event)[CSRF_COOKIE] },
    });
    Object.assign(response, { body: shown.body, headers: { ...response.headers, ...shown.headers } });
  },
});
