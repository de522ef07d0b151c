import { register } from "../../../contract/mobile/auth.ts";
import { phoneOf } from "../../../core/identity/phones/number.ts";
import * as Users from "../../../core/identity/users.ts";
import * as Referrals from "../../../core/loyalty/referrals/index.ts";
import { languageAsked } from "../../_chain/request.ts";
import { serve } from "../../_chain/serve.ts";
import { signedIn } from "../../_views/sign-in.ts";

export const handler = serve(register, async ({ body, client }) => {
  const { deviceId, deviceInfo, phone, referralCode, ...given } = body;
  if (referralCode !== undefined) await Referrals.ownerOf(referralCode);
  // The app has no cookies.
  const language = languageAsked({ ...client, cookies: {} });
  const registration = { ...given, ...(phone !== undefined && { phone: await phoneOf(phone) }) };
  const user = await Users.register(registration, { language });
  const answer = await signedIn(user, client, { deviceId, deviceInfo });
  await Referrals.note(user, referralCode);
  return answer;
});
