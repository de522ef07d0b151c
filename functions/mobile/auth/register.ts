import { register } from "../../../contract/mobile/auth.ts";
import { parsePhone } from "../../../core/identity/phones/number.ts";
import * as Users from "../../../core/identity/users.ts";
import * as Referrals from "../../../core/loyalty/referrals/index.ts";
import { requestedLanguage } from "../../_chain/request.ts";
import { serve } from "../../_chain/serve.ts";
import { signedIn } from "../../_views/sign-in.ts";

export const handler = serve(register, async ({ body, client }) => {
  const { deviceId, deviceInfo, phone, referralCode, ...account } = body;
  if (referralCode !== undefined) await Referrals.ownerOf(referralCode);
  // The app sends no cookies.
  const language = requestedLanguage({ ...client, cookies: {} });
  const registration = { ...account, ...(phone !== undefined && { phone: await parsePhone(phone) }) };
  const user = await Users.register(registration, { language });
  const session = await signedIn({ ...user, amr: ["password"] }, client, { deviceId, deviceInfo });
  await Referrals.recordAtRegistration(user, referralCode);
  return session;
});
