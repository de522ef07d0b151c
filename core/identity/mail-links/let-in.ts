import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { userProfile } from "../entity.ts";
import * as Throttle from "../throttle.ts";
import { InvalidMailLink } from "./errors.ts";
import * as MailLinks from "./index.ts";

/**
 * Lets the client of whoever has a link count as known to its account: what strangers try elsewhere no longer
 * keeps its owner from signing in there. It signs nobody in.
 * @returns the account's address
 * @throws AUTH_INVALID_LINK
 */
export async function letIn(token: string, ip: string): Promise<string> {
  const { user, used } = await MailLinks.open("sign-in", token);
  const { userId, email, securityStamp } = user;
  await Table.commit([
    used,
    {
      check: userProfile.key({ userId }),
      where: Where.is({ email, securityStamp }),
      onConditionFailed: InvalidMailLink,
    },
    Throttle.noting(user, ip),
  ]);
  return email;
}
