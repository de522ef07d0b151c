import { textCode } from "../../../../contract/web/dashboard/security.ts";
import {
  PhoneCountryNotServed,
  PhoneMissing,
  PhoneVerifiedAlready,
} from "../../../../core/identity/phones/errors.ts";
import { request } from "../../../../core/identity/phones/request.ts";
import { problemOf, serve } from "../../../_page/serve.ts";
import { back, securityPage } from "./_view.ts";

export const handler = serve(textCode, async (call) => {
  const problem = await problemOf(request(call.actor, call.client.ip), [
    PhoneMissing,
    PhoneVerifiedAlready,
    PhoneCountryNotServed,
  ]);
  return problem === undefined ? back("code") : securityPage(call, { problem });
});
