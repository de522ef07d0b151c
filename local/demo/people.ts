import { type Account, type UserActor, type WebActor, webActor } from "../../core/identity/actor.ts";
import * as Users from "../../core/identity/users.ts";
import { fail, NotFound } from "../../core/kernel/errors.ts";
import { people } from "../seed.ts";

/** The actors of the demo: the account with a history, and two owners of wallets without a user. */

/** Returns an owner of wallets without a user record, so that signing in as it is impossible. @param id characters of a ULID */
const walletOwner = (name: string, id: string): Account => ({
  userId: `usr_${id.padStart(26, "0")}`,
  securityStamp: id,
  ownershipId: id,
  role: "PARTICULIER",
  email: `${name}@svc.local`,
  name,
});

const actorOf = (account: Account): UserActor => webActor(account, "ses_seed");

export const arbitrageur = actorOf(walletOwner("arbitrageur", "trader"));

/** Holds a large part of the platform's token, and votes. */
export const foundation = (): UserActor => actorOf(walletOwner("foundation", "fndatn"));

/** Returns the account with a history. */
export async function dana(): Promise<WebActor> {
  const user = await Users.fromEmail(people.demo.email);
  if (!user) throw fail(NotFound);
  return webActor(user, "ses_seed");
}
