import { type Account, type UserActor, type WebActor, webActor } from "../../core/identity/actor.ts";
import * as Users from "../../core/identity/users.ts";
import { fail, NotFound } from "../../core/kernel/errors.ts";
import { people } from "../seed.ts";

/** Who acts in the demo: the account that has a history, and some that nobody can sign in as. */

/** An owner of wallets and no more: there is no user of this id. @param id of letters that an id may have */
const nobody = (name: string, id: string): Account => ({
  userId: `usr_${id.padStart(26, "0")}`,
  securityStamp: id,
  ownershipId: id,
  role: "PARTICULIER",
  email: `${name}@svc.local`,
  name,
});

const actorOf = (account: Account): UserActor => webActor(account, "ses_seed");

export const arbitrageur = actorOf(nobody("arbitrageur", "trader"));

/** Holds a large part of the platform's token, and votes. */
export const foundation = (): UserActor => actorOf(nobody("foundation", "fndatn"));

/** The account with a history. */
export async function dana(): Promise<WebActor> {
  const user = await Users.fromEmail(people.demo.email);
  if (!user) throw fail(NotFound);
  return webActor(user, "ses_seed");
}
