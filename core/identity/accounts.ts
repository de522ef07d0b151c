import * as Clock from "../kernel/clock/index.ts";
import { fail, Unavailable } from "../kernel/errors.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { providerAccount, userProfile } from "./entity.ts";
import { AccountBlocked, AccountLinkedElsewhere, EmailNotVerified } from "./errors.ts";
import { create } from "./new-user.ts";
import { email as emailSchema } from "./schema.ts";
import * as Sessions from "./sessions.ts";
import { newCredentialsVersion, type User } from "./user.ts";
import * as Users from "./users.ts";

/** Sign-in with an account at an OAuth provider. */

/** Who somebody is, as a provider says. */
export interface Profile {
  readonly provider: string;
  /** The provider's own, lasting identifier of the account. */
  readonly subject: string;
  readonly email: string | undefined;
  /** Whether the provider has seen that the address is this person's. */
  readonly emailVerified: boolean;
  readonly name: string | undefined;
  readonly image: string | undefined;
}

/**
 * The user of a provider's account: the one it is linked to; else the one with its e-mail address, which
 * links it; else a new one, without a password. Only an address that the provider has verified counts.
 * @throws AUTH_EMAIL_NOT_VERIFIED, AUTH_ACCOUNT_BLOCKED, AUTH_ACCOUNT_LINKED_ELSEWHERE, AUTH_EMAIL_TAKEN
 */
export async function signIn(profile: Profile): Promise<User> {
  const user = await find(profile);
  if (user.blocked) throw fail(AccountBlocked);
  return user;
}

async function find(profile: Profile): Promise<User> {
  const { provider, subject } = profile;
  const linked = await Users.fromAccount(provider, subject);
  if (linked) return linked;
  const email = emailSchema.safeParse(profile.email).data;
  if (!profile.emailVerified || email === undefined) throw fail(EmailNotVerified);

  const known = await Users.fromEmail(email);
  if (!known) return register(profile, email);
  if (known.blocked) return known;
  if (known.emailVerified === undefined) await handOver(known, provider, subject);
  else await Users.linkAccount(known, provider, subject);
  return (await Users.fromAccount(provider, subject)) ?? known;
}

async function register(profile: Profile, email: string): Promise<User> {
  const { provider, subject, image } = profile;
  try {
    return await create({
      name: nameOf(profile, email),
      email,
      emailVerified: true,
      image: image?.startsWith("https://") ? image : undefined,
      account: { provider, subject },
    });
  } catch (error) {
    // Another sign-in with the same account created the user in between.
    const first = await Users.fromAccount(provider, subject);
    if (first) return first;
    throw error;
  }
}

/** A name that keeps the rules of registration, from what the provider says. */
function nameOf({ name = "" }: Profile, email: string): string {
  const plain = name
    .normalize("NFC")
    .replaceAll(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, 100);
  return plain.length >= 2 ? plain : email.slice(0, 100);
}

/**
 * Links an account to a user who never proved to own the address, now that somebody has: whoever registered
 * it before, perhaps to lie in wait, is shut out. Password, other accounts and sessions end.
 */
async function handOver(user: User, provider: string, subject: string): Promise<void> {
  const { userId } = user;
  const now = Clock.nowIso();
  await Table.commit([
    {
      update: userProfile.key({ userId }),
      set: {
        accounts: [{ provider, subject, linkedAt: now }],
        emailVerified: now,
        updatedAt: now,
        credentialsVersion: newCredentialsVersion(),
        passwordHash: undefined,
      },
      where: Where.is({ credentialsVersion: user.credentialsVersion, emailVerified: undefined }),
      // What proves the user's identity changed in between: whoever tries again sees it as it is now.
      refused: Unavailable,
    },
    {
      put: { ...providerAccount.key({ provider, subject }), userId },
      where: Where.absent,
      refused: AccountLinkedElsewhere,
    },
    ...user.accounts.map((one) => ({ remove: providerAccount.key(one) })),
  ]);
  await Sessions.endAll(userId);
}
