import { verify } from "../../../../contract/web/dashboard/security.ts";
import { EmailVerifiedAlready } from "../../../../core/identity/mail-links/errors.ts";
import * as VerifyEmail from "../../../../core/identity/mail-links/verify-email.ts";
import { refusalOf, serve } from "../../../_page/serve.ts";
import { back } from "./_view.ts";

export const handler = serve(verify, async ({ actor }) => {
  const isVerified = await refusalOf(VerifyEmail.request(actor), [EmailVerifiedAlready]);
  return back(isVerified === undefined ? "letter" : "address");
});
