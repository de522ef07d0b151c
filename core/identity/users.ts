import * as Clock from "../kernel/clock/index.ts";
import { Contention, type ErrorDefinition, fail, Unauthenticated } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import { type Language, text } from "../kernel/texts/index.ts";
import { log } from "../platform/log.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import * as AccountStatus from "./account-status.ts";
import type { Role, UserActor } from "./actor.ts";
import * as EmailClaims from "./email-claims.ts";
import { emailClaim, providerAccount, userProfile } from "./entity.ts";
import { AccountBlocked, EmailTaken, InvalidCredentials, UserNotFound } from "./errors.ts";
import * as Events from "./events.ts";
import { type HandOverWrites, handOver, type NewOwner } from "./hand-over.ts";
import { nameOf } from "./names.ts";
import * as Passwords from "./passwords.ts";
import { resetFields } from "./resets.ts";
import type { AppRegistration, Registration } from "./schema.ts";
import { newStamp } from "./stamp.ts";
import * as Throttle from "./throttle.ts";
import { type AuthenticatedUser, addressOf, areAccountsUnchanged, fromItem, type User } from "./user.ts";

const findId = async (email: string): Promise<string | undefined> =>
  EmailClaims.ownerFrom(await Table.get(emailKey(email)));

/** Returns the key that `fromEmail` reads first, for handlers that prefetch it. */
export const emailKey = (email: string): Table.Key => emailClaim.key({ email: addressOf(email) });

/** Returns the key that `fromId` reads, for handlers that prefetch it. */
export const keyOf = (userId: string): Table.Key => userProfile.key({ userId });

export async function fromId(userId: string): Promise<User | undefined> {
  const item = await Table.get(userProfile.key({ userId }));
  return item && fromItem(item);
}

/** Returns the user with an email address, in any letter case. */
export async function fromEmail(email: string): Promise<User | undefined> {
  const userId = await findId(email);
  return userId === undefined ? undefined : fromId(userId);
}

/** Returns the actor's own account. @throws UNAUTHORIZED if it no longer exists */
export async function readOwn(actor: UserActor): Promise<User> {
  const user = await fromId(actor.userId);
  if (!user) throw fail(Unauthenticated);
  return user;
}

interface NewUser extends NewOwner {
  /** Only for demo accounts. Defaults to a new id. */
  readonly userId?: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  /** E.164. */
  readonly phone?: string | undefined;
  readonly email: string;
  /** Whether the user has proven the ownership of the address. */
  readonly emailVerified: boolean;
  readonly language?: Language | undefined;
}

/**
 * Creates a user with the role PARTICULIER: account, password, email claim, provider's account and event in one transaction.
 * @throws AUTH_EMAIL_TAKEN. Of concurrent requests with one address, one succeeds
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
  const password = passwordHash === undefined ? undefined : Passwords.newPasswordItem(userId, passwordHash);
  const item = userProfile.item({
    ...given,
    userId,
    email,
    role: "PARTICULIER" satisfies Role,
    ...(emailVerified && { emailVerified: now }),
    ...(language && { preferences: { language } }),
    ...(password && { passwordId: password.passwordId }),
    ...(account && { accounts: [{ ...account, linkedAt: now }] }),
    securityStamp: newStamp(),
    ownershipId: newStamp(),
    version: 1n,
    createdAt: now,
    updatedAt: now,
  });
  const where = Where.absent;
  await Table.commit([
    EmailClaims.claimWrite(email, userId),
    { put: item, where },
    ...(password ? [password.write] : []),
    Outbox.write(Events.UserRegistered, { userId }),
    ...(account ? [{ put: { ...providerAccount.key(account), userId }, where }] : []),
  ]);
  return fromItem(item);
}

interface RegistrationOptions {
  readonly emailVerified?: boolean;
  readonly language?: Language | undefined;
}

/**
 * Creates a user with a password.
 * @param emailVerified whether the user has proven the ownership of the address. Defaults to false
 * @param language the language of the registration
 * @throws AUTH_EMAIL_TAKEN, AUTH_WEAK_PASSWORD
 */
export async function register(
  { password, ...given }: Registration | AppRegistration,
  { emailVerified = false, language }: RegistrationOptions = {},
): Promise<User> {
  await Passwords.assertStrong(password);
  // Checked before the expensive hash. The transaction catches concurrent registrations.
  if (EmailClaims.isTaken(await Table.get(emailKey(given.email)))) throw fail(EmailTaken);
  const name = "name" in given ? given.name : nameOf(given);
  return create({ ...given, name, passwordHash: await Passwords.hash(password), emailVerified, language });
}

/**
 * Returns the user with this email and password. Treats an unknown email like a wrong password: the same time, the same limit.
 * @param ip the client's IP address
 * @throws AUTH_USER_NOT_FOUND for an unknown email (spec 1, section 7), AUTH_INVALID_CREDENTIALS for a wrong password,
 *   AUTH_ACCOUNT_BLOCKED only after a right one, RATE_LIMITED
 */
export async function authenticate(email: string, password: string, ip: string): Promise<AuthenticatedUser> {
  const address = addressOf(email);
  const userId = await findId(address);
  // An unknown email takes as many reads: of an account that does not exist.
  const { item, hash, client } = await readForSignIn(userId ?? address, ip);
  const isKnown = item !== undefined && Throttle.isKnown(client, fromItem(item));
  if (!isKnown) await Throttle.countAttempt(address);
  const matches = await Passwords.matches(password, hash);
  if (!item) throw fail(UserNotFound);
  if (!matches) {
    log.info("sign-in: rejected", { actor: userId, method: "password" });
    throw fail(InvalidCredentials);
  }
  const user = fromItem(item);
  if (user.blocked) throw fail(AccountBlocked);
  if (!isKnown) await Throttle.clearAttempts(address);
  return { ...user, isNewClient: !isKnown, amr: ["password"] };
}

async function readForSignIn(userId: string, ip: string) {
  const keys = [userProfile.key({ userId }), Passwords.keyOf(userId), Throttle.addressKey(userId, ip)];
  const [account, password, client] = await Table.getMany(keys);
  return { ...(await Passwords.readConsistent(userId, [account, password])), client };
}

/** @throws AUTH_USER_NOT_FOUND, LAST_ADMINISTRATOR */
const changeStatus = (userId: string, writes: (user: User) => readonly Table.Write[]): Promise<void> =>
  Table.change(
    () => fromId(userId),
    (user) => {
      if (!user) throw userNotFound();
      return { writes: writes(user), result: undefined };
    },
  );

export const userNotFound = () =>
  fail(UserNotFound, {
    message: text(
      "This user does not exist. Check the id.",
      "Cet utilisateur n'existe pas. Vérifiez l'identifiant.",
    ),
  });

/**
 * Changes a user's role, effective at the next request. Does not check the actor's rights: `roles/` does.
 * @throws AUTH_USER_NOT_FOUND, LAST_ADMINISTRATOR
 */
export const setRole = (userId: string, role: Role): Promise<void> =>
  changeStatus(userId, (user) => (user.role === role ? [] : AccountStatus.roleChangeWrites(user, role)));

/** Blocks a user and ends every session and API key. @throws AUTH_USER_NOT_FOUND, LAST_ADMINISTRATOR */
export const block = (userId: string): Promise<void> =>
  changeStatus(userId, (user) => (user.blocked ? [] : AccountStatus.blockWrites(user)));

/** What removes credentials: the change of the profile with its condition, and the other writes of the transaction. */
export interface Removal {
  readonly set: Record<string, unknown>;
  readonly where: Where.Where;
  readonly writes: readonly Table.Write[];
  /** The linked accounts that stay. */
  readonly accounts: User["accounts"];
  /** ISO 8601. */
  readonly since: string;
}

interface PasswordChangeOptions {
  /** Further writes of the transaction, such as the one that uses up a link. */
  readonly alongside?: readonly Table.Write[];
  /** The error after a concurrent change of the credentials. Defaults to AUTH_INVALID_CREDENTIALS. */
  readonly onConditionFailed?: ErrorDefinition;
  /** The new security stamp, if the caller needs it. */
  readonly stamp?: string;
  /** Whether accounts at providers can no longer sign in. Defaults to false. */
  readonly unlinkAccounts?: boolean | undefined;
  /** What removes the credentials that were added since an earlier reset. */
  readonly removal?: Removal | undefined;
}

/** The field of a new password in requests. */
const FIELD = "newPassword";

/**
 * Sets a new password and ends every session and API key. A concurrent sign-in with the old password fails.
 * @param user the user as read when the change was authorized
 * @param handOverWrites for a reset by link, which proves the address: if it was never verified, the account is handed over to
 *   the person who opened the link, with these writes in the same transaction
 * @returns the accounts at providers that can still sign in
 * @throws AUTH_WEAK_PASSWORD, AUTH_ACCOUNT_BLOCKED, CONTENTION if accounts are linked concurrently, and `onConditionFailed`
 */
export async function setPassword(
  user: User,
  password: string,
  handOverWrites?: HandOverWrites,
  {
    alongside = [],
    onConditionFailed = InvalidCredentials,
    stamp = newStamp(),
    unlinkAccounts = false,
    removal,
  }: PasswordChangeOptions = {},
): Promise<User["accounts"]> {
  await Passwords.assertStrong(password, FIELD);
  const passwordHash = await Passwords.hash(password);
  const { userId, email, securityStamp, emailVerified } = user;
  if (handOverWrites && emailVerified === undefined) {
    const owner = { name: email.slice(0, 100), passwordHash };
    if (await handOver(userId, owner, async (id) => [...alongside, ...(await handOverWrites(id))])) return [];
  }
  const at = Clock.nowIso();
  const trusted = removal?.accounts ?? user.accounts;
  const unlinked = unlinkAccounts ? trusted : [];
  const remaining = unlinkAccounts ? [] : trusted;
  const { passwordId, write } = Passwords.newPasswordItem(userId, passwordHash);
  await Table.commit([
    ...alongside,
    {
      update: userProfile.key({ userId }),
      set: {
        ...{ passwordId, securityStamp: stamp, updatedAt: at },
        ...(handOverWrites && resetFields(user, at)),
        ...removal?.set,
        ...(unlinkAccounts && { accounts: undefined }),
      },
      where: Where.all(
        Where.is({ securityStamp }),
        ...(unlinkAccounts ? [areAccountsUnchanged(user)] : []),
        ...(removal ? [removal.where] : []),
      ),
      onConditionFailed: (item) =>
        item?.["securityStamp"] === securityStamp ? fail(Contention) : fail(onConditionFailed),
    },
    write,
    ...unlinked.map((one) => ({ remove: providerAccount.key(one), where: Where.is({ userId }) })),
    ...(removal?.writes ?? []),
    Outbox.write(Events.credentialsChanged, {
      userId,
      ...(removal && { undone: { from: removal.since, until: at } }),
    }),
    Outbox.write(Events.passwordChanged, {
      ...{ userId, providers: providersOf(remaining) },
      ...(removal && { removed: true }),
    }),
  ]);
  return remaining;
}

const providersOf = (accounts: User["accounts"]): string[] => [
  ...new Set(accounts.map(({ provider }) => provider)),
];
