import * as Clock from "../kernel/clock/index.ts";
import { fail, Unauthenticated } from "../kernel/errors.ts";
import { type Language, text } from "../kernel/texts/index.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import type { Role, UserActor } from "./actor.ts";
import { emailClaim, providerAccount, userProfile } from "./entity.ts";
import {
  AccountBlocked,
  AccountLinkedElsewhere,
  EmailTaken,
  InvalidCredentials,
  LinkLimit,
  MAX_LINKED,
  UserNotFound,
} from "./errors.ts";
import * as Events from "./events.ts";
import { type Endings, handOver } from "./hand-over.ts";
import * as KeptPassword from "./kept-password.ts";
import { nameOf } from "./names.ts";
import { create } from "./new-user.ts";
import * as Passwords from "./passwords.ts";
import type { AppRegistration, Registration } from "./schema.ts";
import { newStamp } from "./stamp.ts";
import * as Standing from "./standing.ts";
import * as Throttle from "./throttle.ts";
import { addressOf, fromItem, type User } from "./user.ts";

/** Users: who has an account, and how they prove it. */

/** The id of the user to whom an e-mail address belongs. */
const idOf = async (email: string): Promise<string | undefined> =>
  (await Table.find(emailClaim, { email: addressOf(email) }))?.userId;

/** What `fromEmail` reads first. */
export const emailKey = (email: string): Table.Key => emailClaim.key({ email: addressOf(email) });

/** What `fromId` reads. */
export const keyOf = (userId: string): Table.Key => userProfile.key({ userId });

/** The user with this id, or undefined. */
export async function fromId(userId: string): Promise<User | undefined> {
  const item = await Table.get(userProfile.key({ userId }));
  return item && fromItem(item);
}

/** The user with this e-mail address, in whatever letter case, or undefined. */
export async function fromEmail(email: string): Promise<User | undefined> {
  const userId = await idOf(email);
  return userId === undefined ? undefined : fromId(userId);
}

/**
 * The user whom a provider's account signs in, or undefined.
 * @param subject the provider's own identifier, never the e-mail
 */
export async function fromAccount(provider: string, subject: string): Promise<User | undefined> {
  const claim = await Table.find(providerAccount, { provider, subject });
  const user = claim && (await fromId(claim.userId));
  // A hand-over between the two reads has taken it off the account.
  const isLinked = user?.accounts.some((one) => one.provider === provider && one.subject === subject);
  return isLinked ? user : undefined;
}

/** The actor's own account. @throws UNAUTHORIZED when it is gone */
export async function own(actor: UserActor): Promise<User> {
  const user = await fromId(actor.userId);
  if (!user) throw fail(Unauthenticated);
  return user;
}

interface Registering {
  readonly emailVerified?: boolean;
  readonly language?: Language | undefined;
}

/**
 * Creates a user with a password.
 * @param emailVerified whether the address is known to be the user's; a plain registration does not prove it
 * @param language the one that the registration came in, which is the account's until another is chosen
 * @throws AUTH_EMAIL_TAKEN, AUTH_WEAK_PASSWORD
 */
export async function register(
  { password, ...given }: Registration | AppRegistration,
  { emailVerified = false, language }: Registering = {},
): Promise<User> {
  Passwords.check(password);
  // Told before the hash is paid for; whoever registers in the same moment is told by the transaction.
  if (await Table.get(emailClaim.key({ email: addressOf(given.email) }))) throw fail(EmailTaken);
  const name = "name" in given ? given.name : nameOf(given);
  return create({ ...given, name, passwordHash: await Passwords.hash(password), emailVerified, language });
}

/** A user who has just proven who it is. */
export interface Arrived extends User {
  /** Whether it is from where the account was never signed in. */
  readonly isNewClient: boolean;
}

/**
 * The user whose e-mail and password these are. An unknown e-mail takes as long as a wrong password, and may be
 * tried as often.
 * @param ip from where it is tried
 * @throws AUTH_USER_NOT_FOUND for an unknown e-mail (spec 1, section 7), AUTH_INVALID_CREDENTIALS for a
 *   wrong password, AUTH_ACCOUNT_BLOCKED only after a right one, RATE_LIMITED
 */
export async function authenticate(email: string, password: string, ip: string): Promise<Arrived> {
  const address = addressOf(email);
  const userId = await idOf(address);
  const { item, hash, client } = userId === undefined ? nobody : await signingIn(userId, ip);
  const isKnown = item !== undefined && Throttle.isKnown(client, fromItem(item));
  if (!isKnown) await Throttle.take(address);
  const matches = await Passwords.matches(password, hash);
  if (!item) throw fail(UserNotFound);
  if (!matches) throw fail(InvalidCredentials);
  const user = fromItem(item);
  if (user.blocked) throw fail(AccountBlocked);
  if (!isKnown) await Throttle.clear(address);
  return { ...user, isNewClient: !isKnown };
}

const nobody = { item: undefined, hash: undefined, client: undefined };

/** An account with its password, and what says that it was signed in from an address. */
async function signingIn(userId: string, ip: string) {
  const keys = [userProfile.key({ userId }), KeptPassword.keyOf(userId), Throttle.keyOf(userId, ip)];
  const [account, password, client] = await Table.getMany(keys);
  return { ...(await KeptPassword.together(userId, [account, password])), client };
}

/**
 * Links a provider's account to a user, who can sign in with it from then on. Linking it again adds nothing.
 * @param user as the proof for it was given
 * @param proven the user's address, where the provider's account proves it: no squatter of it has such an account
 * @throws AUTH_ACCOUNT_LINKED_ELSEWHERE, AUTH_LINK_LIMIT_REACHED, AUTH_INVALID_CREDENTIALS when the credentials
 *   or the proven address were changed meanwhile
 */
export async function linkAccount(
  { userId, securityStamp }: Pick<User, "userId" | "securityStamp">,
  provider: string,
  subject: string,
  proven?: string,
): Promise<void> {
  const linkedAt = Clock.nowIso();
  const proof = proven === undefined ? {} : { emailVerified: linkedAt };
  const asProven = Where.is({ securityStamp, ...(proven !== undefined && { email: proven }) });
  const isNew = await Table.tryCommit([
    {
      put: { ...providerAccount.key({ provider, subject }), userId },
      where: Where.absent,
      onConditionFailed: (item) =>
        item && providerAccount.parse(item).userId === userId ? undefined : fail(AccountLinkedElsewhere),
    },
    {
      update: userProfile.key({ userId }),
      append: { accounts: [{ provider, subject, linkedAt }] },
      set: { ...proof, updatedAt: linkedAt },
      where: Where.all(asProven, Where.any(Where.lacks("accounts"), Where.size("accounts", "<", MAX_LINKED))),
      onConditionFailed: (item) => {
        const user = item && fromItem(item);
        if (user?.securityStamp !== securityStamp) return fail(InvalidCredentials);
        if (proven !== undefined && user.email !== proven) return fail(InvalidCredentials);
        const isLinked = user.accounts.some((one) => one.provider === provider && one.subject === subject);
        return isLinked ? undefined : fail(LinkLimit);
      },
    },
  ]);
  // Linked before, and proven only now.
  if (!isNew && proven !== undefined)
    await Table.commit([
      {
        update: userProfile.key({ userId }),
        set: { ...proof, updatedAt: linkedAt },
        where: asProven,
        onConditionFailed: InvalidCredentials,
      },
    ]);
}

/** Changes the standing of a user as it is now. @throws AUTH_USER_NOT_FOUND, LAST_ADMINISTRATOR */
const changing = (userId: string, writes: (user: User) => readonly Table.Write[]): Promise<void> =>
  Table.change(
    () => fromId(userId),
    (user) => {
      if (!user) throw noSuchUser();
      return { writes: writes(user), result: undefined };
    },
  );

export const noSuchUser = () =>
  fail(UserNotFound, { message: text("There is no such user.", "Cet utilisateur n'existe pas.") });

/**
 * Gives a user a role, without asking who may: `roles/` does. In force at the user's next call.
 * @throws AUTH_USER_NOT_FOUND, LAST_ADMINISTRATOR
 */
export const setRole = (userId: string, role: Role): Promise<void> =>
  changing(userId, (user) => (user.role === role ? [] : Standing.givingRole(user, role)));

/** Blocks a user: no sign-in, and every session and API key ends. @throws AUTH_USER_NOT_FOUND, LAST_ADMINISTRATOR */
export const block = (userId: string): Promise<void> =>
  changing(userId, (user) => (user.blocked ? [] : Standing.blocking(user)));

/** How a password comes to be set. */
interface Setting {
  /** What the proof for it takes with it, in the same transaction: a link that is used up. */
  readonly alongside?: readonly Table.Write[];
  /** What it means that the credentials were changed meanwhile: AUTH_INVALID_CREDENTIALS unless told. */
  readonly refused?: Table.OnConditionFailed;
  /** The security stamp from then on, for whoever goes on under it. */
  readonly stamp?: string;
}

/**
 * Gives a user a new password and ends every session and API key; a sign-in with the old one that is under way
 * starts none.
 * @param user as the proof for it was given
 * @param proven of a reset by a link, which shows that the user receives mail at the address: what else ends
 *   with the hand-over that this is where the address was never proven before
 * @throws AUTH_WEAK_PASSWORD, AUTH_ACCOUNT_BLOCKED, and `refused`
 */
export async function setPassword(
  user: User,
  password: string,
  proven?: Endings,
  { alongside = [], refused = InvalidCredentials, stamp }: Setting = {},
): Promise<void> {
  Passwords.check(password, FIELD);
  const passwordHash = await Passwords.hash(password);
  const { userId, email, securityStamp, emailVerified } = user;
  const owner = { name: email.slice(0, 100), passwordHash };
  const endings: Endings | undefined = proven && (async (id) => [...alongside, ...(await proven(id))]);
  if (endings && emailVerified === undefined && (await handOver(userId, owner, endings))) return;
  const where = Where.is({ securityStamp });
  const { passwordId, write } = KeptPassword.keeping(userId, passwordHash);
  await Table.commit([
    ...alongside,
    changed(userId, { passwordId }, { where, onConditionFailed: refused }, stamp),
    write,
    told(userId),
    Outbox.write(Events.passwordChanged, { userId }),
  ]);
}

/** What requests call a password that takes the place of another. */
const FIELD = "newPassword";

/** The write of what changes a user's credentials, and so the security stamp. */
const changed = (
  userId: string,
  attributes: Readonly<Record<string, string>>,
  when: { readonly where: Where.Where; readonly onConditionFailed: Table.OnConditionFailed },
  securityStamp = newStamp(),
): Table.Write => ({
  update: userProfile.key({ userId }),
  set: { ...attributes, securityStamp, updatedAt: Clock.nowIso() },
  ...when,
});

const told = (userId: string): Table.Write => Outbox.write(Events.credentialsChanged, { userId });
