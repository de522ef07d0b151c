import { proveOnPage } from "../../contract/web.ts";
import { StepUpRequired, WrongPassword } from "../../core/identity/errors.ts";
import { prove } from "../../core/identity/proof/prove.ts";
import { RateLimited } from "../../core/kernel/errors.ts";
import { problemOf, redirect, serve } from "../_page/serve.ts";
import { confirmPage, destinationOf } from "./_confirm.ts";

export const handler = serve(proveOnPage, async (call) => {
  const { actor, client, body } = call;
  const { callbackUrl, code, password } = body;
  const request = { method: client.method, path: client.path, body: Buffer.from(client.rawBody) };
  const problem = await problemOf(prove(actor, request, { code, password }), [
    StepUpRequired,
    WrongPassword,
    RateLimited,
  ]);
  return problem === undefined
    ? redirect(destinationOf(callbackUrl))
    : confirmPage(call, { callbackUrl, problem });
});
