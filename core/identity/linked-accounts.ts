import * as Clock from "../kernel/clock/index.ts";
import { fail, Unauthenticated } from "../kernel/errors.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import type { UserActor } from "./actor.ts";
import { providerAccount, userProfile } from "./entity.ts";
import { AccountNotLinked, LastSignInMethod } from "./errors.ts";
import * as Events from "./events.ts";
import * as Stamp from "./stamp.ts";
import { areAccountsUnchanged, fromItem } from "./user.ts";

/**
 * Unlinks the actor's accounts at a provider, which then no longer sign in. Sessions that they have started remain.
 * @throws AUTH_ACCOUNT_NOT_LINKED; AUTH_LAST_SIGN_IN_METHOD if the user could no longer sign in; UNAUTHORIZED after a change of
 *   the credentials; CONTENTION
 */
export const unlink = (actor: UserActor, provider: string): Promise<void> =>
  Table.change(
    () => Table.get(userProfile.key(actor)),
    (item) => {
      const user = item && fromItem(item);
      if (!user || !Stamp.matches(actor, user)) throw fail(Unauthenticated);
      const unlinked = user.accounts.filter((one) => one.provider === provider);
      if (unlinked.length === 0) throw fail(AccountNotLinked);
      const remaining = user.accounts.filter((one) => one.provider !== provider);
      const { passwordId } = userProfile.parse(item);
      if (remaining.length === 0 && passwordId === undefined && user.passkeys === 0)
        throw fail(LastSignInMethod);
      const { userId, securityStamp } = user;
      const writes: Table.Write[] = [
        {
          update: userProfile.key(user),
          set: {
            accounts: remaining.length === 0 ? undefined : remaining,
            updatedAt: Clock.nowIso(),
          },
          where: Where.all(
            Where.is({ securityStamp, passwordId, passkeys: item["passkeys"] }),
            areAccountsUnchanged(user),
          ),
        },
        ...unlinked.map((one) => ({ remove: providerAccount.key(one), where: Where.is({ userId }) })),
        Outbox.write(Events.providerUnlinked, { userId, provider }),
      ];
      return { writes, result: undefined };
    },
  );
