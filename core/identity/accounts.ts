import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import { undisguised } from "../kernel/text/schema.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { providerAccount, userProfile } from "./entity.ts";
import {
  AccountBlocked,
  AccountLinkedElsewhere,
  EmailNotVerified,
  InvalidCredentials,
  LinkLimit,
  MAX_LINKED,
} from "./errors.ts";
import * as Events from "./events.ts";
import { type HandOverWrites, handOver } from "./hand-over.ts";
import { resetFields } from "./resets.ts";
import { email as emailSchema, name as nameSchema } from "./schema.ts";
import { fromItem, type User } from "./user.ts";
import * as Users from "./users.ts";

/** Sign-in with an account at an OAuth provider, and the links between such accounts and users. */

export interface Profile {
  readonly provider: string;
  /** The provider's permanent identifier of the account. */
  readonly subject: string;
  readonly email: string | undefined;
  /** Whether the provider has verified the address. */
  readonly emailVerified: boolean;
  readonly name: string | undefined;
  readonly image: string | undefined;
}

/** A user who has just signed in at a provider. */
export interface SignedInUser extends User {
  /** Whether the account was just created for the user, or handed over to the user. */
  readonly isFirst: boolean;
}

/**
 * Returns the user to whom a provider's account is linked. If it is not linked, links it to the user with the same email
 * address, or to a new user without a password. Accepts only an address that the provider has verified. If the user's own
 * address was never verified, the account is handed over to the person who signs in at the provider.
 * @param handOverWrites returns the writes of other contexts for the transaction of a hand-over
 * @throws AUTH_EMAIL_NOT_VERIFIED, AUTH_ACCOUNT_BLOCKED, AUTH_ACCOUNT_LINKED_ELSEWHERE, AUTH_LINK_LIMIT_REACHED,
 *   AUTH_EMAIL_TAKEN, AUTH_INVALID_CREDENTIALS after a concurrent change of the credentials, CONTENTION
 */
export async function signIn(profile: Profile, handOverWrites: HandOverWrites): Promise<SignedInUser> {
  const user = await findOrCreate(profile, handOverWrites);
  if (user.blocked) throw fail(AccountBlocked);
  return user;
}

async function findOrCreate(profile: Profile, handOverWrites: HandOverWrites): Promise<SignedInUser> {
  const { provider, subject } = profile;
  const linked = await findLinked(provider, subject);
  if (linked) return { ...linked, isFirst: false };
  const email = emailSchema.safeParse(profile.email).data;
  if (!profile.emailVerified || email === undefined) throw fail(EmailNotVerified);

  const known = await Users.fromEmail(email);
  if (!known) return { ...(await register(profile, email)), isFirst: true };
  if (known.blocked) return { ...known, isFirst: false };
  const isFirst =
    known.emailVerified === undefined &&
    (await handOver(
      known.userId,
      { ...publicProfile(profile, email), account: { provider, subject } },
      handOverWrites,
    ));
  // Only access to the mailbox led here, as in a reset of the password: new recipients have to wait.
  if (!isFirst) await link((await Users.fromEmail(email)) ?? known, provider, subject, { isReset: true });
  return { ...((await findLinked(provider, subject)) ?? known), isFirst };
}

/** Returns the user to whom a provider's account is linked. @param subject the provider's permanent identifier, never the email */
export async function findLinked(provider: string, subject: string): Promise<User | undefined> {
  const claim = await Table.find(providerAccount, { provider, subject });
  const user = claim && (await Users.fromId(claim.userId));
  // A concurrent hand-over may have unlinked the account between the two reads.
  return user && isLinked(user, provider, subject) ? user : undefined;
}

const isLinked = ({ accounts }: User, provider: string, subject: string): boolean =>
  accounts.some((one) => one.provider === provider && one.subject === subject);

/** Returns the part of a profile that other users see. */
const publicProfile = (profile: Profile, email: string) => ({
  name: nameOf(profile, email),
  image: profile.image?.startsWith("https://") ? profile.image : undefined,
});

async function register(profile: Profile, email: string): Promise<User> {
  const { provider, subject } = profile;
  try {
    const account = { provider, subject };
    return await Users.create({ ...publicProfile(profile, email), email, emailVerified: true, account });
  } catch (error) {
    // A concurrent sign-in with the same account may have created the user.
    const first = await findLinked(provider, subject);
    if (first) return first;
    throw error;
  }
}

/** Returns a name that satisfies the rules of registration. The provider's name may be any text. */
function nameOf({ name = "" }: Profile, email: string): string {
  const plain = undisguised(name)
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, " ")
    .trim()
    .slice(0, 100)
    .toWellFormed();
  return nameSchema.safeParse(plain).data ?? email.slice(0, 100);
}

/**
 * Links a provider's account to a user, who can then sign in with it and is notified. A repeated call changes nothing.
 * @param user the user as read when the account was proven
 * @param options `proven`: the user's address, if the provider has verified it; `isReset`: whether the link counts as a reset of
 *   the credentials, because the user has proven nothing besides the address
 * @throws AUTH_ACCOUNT_LINKED_ELSEWHERE, AUTH_LINK_LIMIT_REACHED, AUTH_INVALID_CREDENTIALS after a concurrent change of the
 *   credentials or of the proven address
 */
export async function link(
  user: Pick<User, "userId" | "securityStamp" | "credentialsResetAt" | "credentialsFirstResetAt">,
  provider: string,
  subject: string,
  { proven, isReset = false }: { readonly proven?: string | undefined; readonly isReset?: boolean } = {},
): Promise<void> {
  const { userId, securityStamp } = user;
  const linkedAt = Clock.nowIso();
  const proof = proven === undefined ? {} : { emailVerified: linkedAt };
  const whereProven = Where.is({ securityStamp, ...(proven !== undefined && { email: proven }) });
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
      set: { ...proof, ...(isReset && resetFields(user, linkedAt)), updatedAt: linkedAt },
      where: Where.all(
        whereProven,
        Where.any(Where.lacks("accounts"), Where.size("accounts", "<", MAX_LINKED)),
      ),
      onConditionFailed: (item) => {
        const current = item && fromItem(item);
        if (current?.securityStamp !== securityStamp) return fail(InvalidCredentials);
        if (proven !== undefined && current.email !== proven) return fail(InvalidCredentials);
        return isLinked(current, provider, subject) ? undefined : fail(LinkLimit);
      },
    },
    Outbox.write(Events.providerLinked, { userId, provider }),
  ]);
  // The account was linked before. Only the proof of the address is new.
  if (!isNew && proven !== undefined)
    await Table.commit([
      {
        update: userProfile.key({ userId }),
        set: { ...proof, updatedAt: linkedAt },
        where: whereProven,
        onConditionFailed: InvalidCredentials,
      },
    ]);
}
