import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { providerAccount, userProfile } from "./entity.ts";
import { AccountBlocked, AccountLinkedElsewhere, UserNotFound } from "./errors.ts";
import * as Events from "./events.ts";
import * as Passwords from "./passwords.ts";
import { resetFields } from "./resets.ts";
import { newStamp } from "./stamp.ts";
import { areAccountsUnchanged, fromItem, isPhoneUnchanged, phoneReleaseWrites, type User } from "./user.ts";

/**
 * Hands an account over. An attacker can register another person's email address and wait for that person to use the account.
 * Therefore the first user who proves the ownership of a never verified address gets the account. The former user is locked
 * out, and all settings and credentials are removed. Money, stakes and history stay, because it is usually the same person.
 *
 * Sessions, keys and webhooks store the account's security stamp or ownership id, which is compared at each use. Data without
 * such a comparison is removed in the same transaction. The rest is deleted afterwards (`core/handover/clear.ts`).
 */

/** The user to whom an account is handed over, or for whom it is created. */
export interface NewOwner {
  readonly name: string;
  readonly image?: string | undefined;
  readonly passwordHash?: string;
  /** The provider's account that proved the address. */
  readonly account?: { readonly provider: string; readonly subject: string };
}

/** Returns the writes of other contexts for the transaction of a hand-over, conditional on the state that they have read. */
export type HandOverWrites = (userId: string) => Promise<readonly Table.Write[]>;

/**
 * Hands over an account whose address was never verified.
 * @returns false if the address is already verified
 * @throws AUTH_USER_NOT_FOUND, AUTH_ACCOUNT_BLOCKED, AUTH_ACCOUNT_LINKED_ELSEWHERE, CONTENTION
 */
export const handOver = (userId: string, owner: NewOwner, handOverWrites: HandOverWrites): Promise<boolean> =>
  Table.change(
    () => Promise.all([Table.get(userProfile.key({ userId })), handOverWrites(userId)]),
    ([item, otherWrites]) => {
      const user = item && fromItem(item);
      if (!user) throw fail(UserNotFound);
      if (user.blocked) throw fail(AccountBlocked);
      if (user.emailVerified !== undefined) return { writes: [], result: false };
      return { writes: [...profileWrites(user, owner), ...otherWrites], result: true };
    },
  );

function profileWrites(user: User, { account, name, image, passwordHash }: NewOwner): Table.Write[] {
  const { userId, securityStamp } = user;
  const at = Clock.nowIso();
  const password = passwordHash === undefined ? undefined : Passwords.newPasswordItem(userId, passwordHash);
  return [
    {
      update: userProfile.key({ userId }),
      set: {
        ...{ name, image, passwordId: password?.passwordId },
        ...{ firstName: undefined, lastName: undefined, phone: undefined, phoneVerified: undefined },
        ...{ dateOfBirth: undefined, address: undefined, secondFactorAt: undefined },
        passkeys: undefined,
        accounts: account ? [{ ...account, linkedAt: at }] : undefined,
        preferences: undefined,
        notificationPreferences: undefined,
        version: BigInt(user.version + 1),
        emailVerified: at,
        updatedAt: at,
        ...resetFields(user, at),
        securityStamp: newStamp(),
        ownershipId: newStamp(),
      },
      where: Where.all(
        Where.is({ securityStamp, emailVerified: undefined }),
        areAccountsUnchanged(user),
        isPhoneUnchanged(user),
      ),
    },
    password?.write ?? { remove: Passwords.keyOf(userId) },
    ...phoneReleaseWrites(user),
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
