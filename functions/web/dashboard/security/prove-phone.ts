import { provePhone } from "../../../../contract/web/dashboard/security.ts";
import { confirm } from "../../../../core/identity/phones/confirm.ts";
import { InvalidPhoneCode } from "../../../../core/identity/phones/errors.ts";
import { phoneCode } from "../../../../core/identity/phones/schema.ts";
import { fail } from "../../../../core/kernel/errors.ts";
import { problemOf, serve } from "../../../_page/serve.ts";
import { back, securityPage } from "./_view.ts";

export const handler = serve(provePhone, async (call) => {
  const code = phoneCode.safeParse(call.body.code.replaceAll(" ", "")).data;
  const work = code === undefined ? Promise.reject(fail(InvalidPhoneCode)) : confirm(call.actor, code);
  const problem = await problemOf(work, [InvalidPhoneCode]);
  return problem === undefined ? back("phone") : securityPage(call, { problem });
});
