import { type Account, type UserActor, type WebActor, webActor } from "../../core/identity/actor.ts";
import * as Users from "../../core/identity/users.ts";
import { fail, NotFound } from "../../core/kernel/errors.ts";
import { people } from "../seed.ts";

/** The demo's actors: the account with a history, and wallet owners without a sign-in. */

/** Returns an owner of wallets without a user, so that walletOwner can sign in. @param id only characters that an id may have */
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

/** Holds a large part of the platform's token, and votes with it. */
export const foundation = (): UserActor => actorOf(walletOwner("foundation", "fndatn"));

/** The account with a history. */
export async function dana(): Promise<WebActor> {
  const user = await Users.fromEmail(people.demo.email);
  if (!user) throw fail(NotFound);
  return webActor(user, "ses_seed");
}
