import * as RateLimit from "../../platform/ratelimit/index.ts";
import type { WebActor } from "../actor.ts";
import { confirmPassword } from "../change-password.ts";
import { phoneOf } from "./number.ts";
import * as Requests from "./request.ts";

/** As many tries of the password as the web's other routes take that ask for it. */
const tries: RateLimit.Limit = { bucket: "phone-passwords", max: 5, windowSeconds: 900 };

/**
 * As `request.ts`, by a browser: the password confirms that a proven number is replaced.
 * @throws INVALID_REQUEST where no network has such numbers; AUTH_WRONG_PASSWORD
 */
export async function request(
  actor: WebActor,
  ip: string,
  { phone, password }: { readonly phone?: string | undefined; readonly password?: string | undefined },
): Promise<void> {
  const confirm = async () => {
    await RateLimit.spend(tries, actor.userId);
    await confirmPassword(actor, password, "password");
  };
  const wish = phone === undefined ? undefined : { phone: await phoneOf(phone), confirm };
  return Requests.request(actor, ip, wish);
}
