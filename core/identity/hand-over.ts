import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { providerAccount, userProfile } from "./entity.ts";
import { AccountBlocked, AccountLinkedElsewhere, UserNotFound } from "./errors.ts";
import * as Events from "./events.ts";
import * as KeptPassword from "./kept-password.ts";
import * as PhoneClaims from "./phone-claim.ts";
import { newStamp } from "./stamp.ts";
import { fromItem, type User } from "./user.ts";

/**
 * Handing over. Anybody can register somebody else's address, and lie in wait there. So the first who proves
 * to own the address of an account that never was proven gets the account anew: whoever had it before is shut
 * out, and of what was set up nothing goes on. Money, stakes and history stay, since mostly it is one person.
 *
 * What acts by itself (sessions, keys, webhooks) carries the stamp or the ownership that it was made under and
 * is compared with the account's whenever it is used. What is read as of an instant ends in the hand-over's own
 * transaction. The rest is cleared away after it.
 */

/** Who the account belongs to from now on, as the proof says. */
export interface NewOwner {
  readonly name: string;
  readonly image?: string | undefined;
  readonly passwordHash?: string;
  /** The provider's account that the proof came with. */
  readonly account?: { readonly provider: string; readonly subject: string };
}

/** What other contexts write in the transaction of a hand-over, over exactly what they have read. */
export type Endings = (userId: string) => Promise<readonly Table.Write[]>;

/**
 * Hands an account over whose address was never proven.
 * @returns false where it has been proven by now
 * @throws AUTH_ACCOUNT_BLOCKED, AUTH_ACCOUNT_LINKED_ELSEWHERE, CONTENTION
 */
export const handOver = (userId: string, owner: NewOwner, endings: Endings): Promise<boolean> =>
  Table.change(
    () => Promise.all([Table.get(userProfile.key({ userId })), endings(userId)]),
    ([item, ended]) => {
      const user = item && fromItem(item);
      if (!user) throw fail(UserNotFound);
      if (user.blocked) throw fail(AccountBlocked);
      if (user.emailVerified !== undefined) return { writes: [], result: false };
      return { writes: [...transfer(user, owner), ...ended], result: true };
    },
  );

function transfer(user: User, { account, name, image, passwordHash }: NewOwner): Table.Write[] {
  const { userId, securityStamp } = user;
  const at = Clock.nowIso();
  const had = user.accounts.length;
  const kept = passwordHash === undefined ? undefined : KeptPassword.keeping(userId, passwordHash);
  return [
    {
      update: userProfile.key({ userId }),
      set: {
        ...{ name, image, passwordId: kept?.passwordId },
        ...{ firstName: undefined, lastName: undefined, phone: undefined, phoneVerified: undefined },
        ...{ dateOfBirth: undefined, address: undefined, secondFactorAt: undefined },
        accounts: account ? [{ ...account, linkedAt: at }] : undefined,
        preferences: undefined,
        notificationPreferences: undefined,
        version: BigInt(user.version + 1),
        emailVerified: at,
        updatedAt: at,
        securityStamp: newStamp(),
        ownershipId: newStamp(),
      },
      where: Where.all(
        Where.is({ securityStamp, emailVerified: undefined }),
        // They are only ever added to under one stamp.
        had === 0 ? Where.lacks("accounts") : Where.size("accounts", "=", had),
        PhoneClaims.unchanged(user),
      ),
    },
    kept?.write ?? KeptPassword.removing(userId),
    ...PhoneClaims.freeing(user),
    ...(account ? [claim(userId, account)] : []),
    ...user.accounts
      .filter((one) => !isSame(one, account))
      .map((one) => ({ remove: providerAccount.key(one) })),
    Outbox.write(Events.credentialsChanged, { userId, handedOverAt: at }),
    Outbox.write(Events.accountHandedOver, { userId }),
  ];
}

type Account = NonNullable<NewOwner["account"]>;

const isSame = (one: Account, other: Account | undefined): boolean =>
  one.provider === other?.provider && one.subject === other.subject;

const claim = (userId: string, account: Account): Table.Write => ({
  put: { ...providerAccount.key(account), userId },
  where: Where.any(Where.absent, Where.is({ userId })),
  onConditionFailed: AccountLinkedElsewhere,
});
