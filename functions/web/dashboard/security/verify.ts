import { verify } from "../../../../contract/web/dashboard/security.ts";
import { EmailVerifiedAlready } from "../../../../core/identity/mail-links/errors.ts";
import * as VerifyEmail from "../../../../core/identity/mail-links/verify-email.ts";
import { problemOf, serve } from "../../../_page/serve.ts";
import { back } from "./_view.ts";

export const handler = serve(verify, async ({ actor }) => {
  const problem = await problemOf(VerifyEmail.request(actor), [EmailVerifiedAlready]);
  return back(problem === undefined ? "letter" : "address");
});
