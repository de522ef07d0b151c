import * as Clock from "../kernel/clock/index.ts";
import * as Ids from "../kernel/ids/index.ts";
import type { Language } from "../kernel/texts/index.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import type { Role } from "./actor.ts";
import { emailClaim, providerAccount, userProfile } from "./entity.ts";
import { EmailTaken } from "./errors.ts";
import * as Events from "./events.ts";
import * as KeptPassword from "./kept-password.ts";
import { newStamp } from "./stamp.ts";
import { addressOf, fromItem, type User } from "./user.ts";

/** What a new user is made of, whichever way somebody registers. */
export interface NewUser {
  /** Known beforehand for demo accounts alone. */
  readonly userId?: string;
  readonly name: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  /** E.164. */
  readonly phone?: string | undefined;
  readonly email: string;
  /** Whether the address was proven to be the user's. */
  readonly emailVerified: boolean;
  readonly passwordHash?: string;
  readonly image?: string | undefined;
  /** In which language they came; unknown, the account has the default. */
  readonly language?: Language | undefined;
  /** The provider's account that the user came with. */
  readonly account?: { readonly provider: string; readonly subject: string };
}

/**
 * Creates a user in role PARTICULIER: account, password, e-mail address, provider's account and event in one
 * transaction.
 * @throws AUTH_EMAIL_TAKEN, also when two create at the same time: exactly one does
 */
export async function create({
  userId = Ids.create("user"),
  emailVerified,
  account,
  language,
  passwordHash,
  ...given
}: NewUser): Promise<User> {
  const now = Clock.nowIso();
  const email = addressOf(given.email);
  const kept = passwordHash === undefined ? undefined : KeptPassword.keeping(userId, passwordHash);
  const item = userProfile.item({
    ...given,
    userId,
    email,
    role: "PARTICULIER" satisfies Role,
    ...(emailVerified && { emailVerified: now }),
    ...(language && { preferences: { language } }),
    ...(kept && { passwordId: kept.passwordId }),
    ...(account && { accounts: [{ ...account, linkedAt: now }] }),
    securityStamp: newStamp(),
    ownershipId: newStamp(),
    version: 1n,
    createdAt: now,
    updatedAt: now,
  });
  const where = Where.absent;
  await Table.commit([
    { put: { ...emailClaim.key({ email }), userId }, where, onConditionFailed: EmailTaken },
    { put: item, where },
    ...(kept ? [kept.write] : []),
    Outbox.write(Events.UserRegistered, { userId }),
    ...(account ? [{ put: { ...providerAccount.key(account), userId }, where }] : []),
  ]);
  return fromItem(item);
}
