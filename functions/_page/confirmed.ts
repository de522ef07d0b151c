import { confirmPath } from "../../contract/web/page.ts";
import { StepUpRequired } from "../../core/identity/errors.ts";
import { isAnyOf } from "../../core/kernel/errors.ts";
import type { Handler } from "../_chain/outer.ts";
import { type Confirmed, confirmation } from "../_chain/proof.ts";
import type { Step } from "../_chain/request.ts";
import { chain, type Rendered, type Run } from "../_chain/serve.ts";
import { acceptsPage } from "./document.ts";
import { problemAsPage } from "./serve.ts";

/**
 * As `serve`, for a form that requires a recent proof. Without one, a browser is redirected to the page on which the user proves
 * who acts, and returns to the form's page, whose message says that the change can be repeated.
 * @param page the path of the form's page
 */
export const serveConfirmed = <const R extends Confirmed>(
  spec: R,
  page: string,
  run: Run<R, Rendered<R>>,
): Handler =>
  chain(spec, run, undefined, {
    ...confirmation(spec),
    outermost: [redirectToConfirm(page), problemAsPage(spec)],
  });

const redirectToConfirm = (page: string): Step => ({
  onError: ({ event, response, error }) => {
    if (!response || !isAnyOf(error, [StepUpRequired]) || !acceptsPage(event)) return;
    const { "content-type": _, ...headers } = response.headers ?? {};
    Object.assign(response, {
      statusCode: 303,
      headers: { ...headers, location: confirmPath(page) },
      body: undefined,
    });
  },
});
