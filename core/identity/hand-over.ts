import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { providerAccount, userProfile } from "./entity.ts";
import { AccountBlocked, AccountLinkedElsewhere, UserNotFound } from "./errors.ts";
import * as Events from "./events.ts";
import * as Passwords from "./passwords.ts";
import { newStamp } from "./stamp.ts";
import { freePhone, fromItem, isPhoneUnchanged, type User } from "./user.ts";

/**
 * Hands an account over. Anybody can register another person's address and lie in wait there. So the first user who proves
 * to own an address that was never verified gets the account: the former user is locked out, and nothing that was set up
 * remains. Money, stakes and history stay, because mostly it is the same person.
 *
 * Whatever acts by itself (sessions, keys, webhooks) carries the account's stamp or ownership and is compared with it at
 * each use. Data that is read as of an instant ends in the same transaction. The rest is deleted afterwards.
 */

/** The user whom an account is handed over to, or created for. */
export interface NewOwner {
  readonly name: string;
  readonly image?: string | undefined;
  readonly passwordHash?: string;
  /** The provider's account that proved the address. */
  readonly account?: { readonly provider: string; readonly subject: string };
}

/** Returns the writes of other contexts in the transaction of a hand-over, conditional on what they have read. */
export type Endings = (userId: string) => Promise<readonly Table.Write[]>;

/**
 * Hands over an account whose address was never verified.
 * @returns false if it is verified by now
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
      return { writes: [...handOverWrites(user, owner), ...ended], result: true };
    },
  );

function handOverWrites(user: User, { account, name, image, passwordHash }: NewOwner): Table.Write[] {
  const { userId, securityStamp } = user;
  const at = Clock.nowIso();
  const linked = user.accounts.length;
  const password = passwordHash === undefined ? undefined : Passwords.toStore(userId, passwordHash);
  return [
    {
      update: userProfile.key({ userId }),
      set: {
        ...{ name, image, passwordId: password?.passwordId },
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
        // Under one stamp, provider's accounts are only ever added.
        linked === 0 ? Where.lacks("accounts") : Where.size("accounts", "=", linked),
        isPhoneUnchanged(user),
      ),
    },
    password?.write ?? { remove: Passwords.keyOf(userId) },
    ...freePhone(user),
    ...(account
      ? [
          {
            put: { ...providerAccount.key(account), userId },
            where: Where.any(Where.absent, Where.is({ userId })),
            onConditionFailed: AccountLinkedElsewhere,
          },
        ]
      : []),
    ...user.accounts
      .filter(({ provider, subject }) => provider !== account?.provider || subject !== account.subject)
      .map((one) => ({ remove: providerAccount.key(one) })),
    Outbox.write(Events.credentialsChanged, { userId, handedOverAt: at }),
    Outbox.write(Events.accountHandedOver, { userId }),
  ];
}
