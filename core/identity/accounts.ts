import { fail } from "../kernel/errors.ts";
import { undisguised } from "../kernel/text/index.ts";
import { AccountBlocked, EmailNotVerified } from "./errors.ts";
import { type Endings, handOver } from "./hand-over.ts";
import { create } from "./new-user.ts";
import { email as emailSchema, name as nameSchema } from "./schema.ts";
import type { User } from "./user.ts";
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

/** A user who has just proven who it is at a provider. */
export interface Arrival extends User {
  /** Whether the account is theirs from this sign-in on: it is new, or was handed over. */
  readonly isFirst: boolean;
}

/**
 * The user of a provider's account: the one it is linked to; else the one with its e-mail address, which
 * links it; else a new one, without a password. Only an address that the provider has verified counts. An
 * account whose own address never was is handed over.
 * @param endings what else ends with a hand-over, in its transaction
 * @throws AUTH_EMAIL_NOT_VERIFIED, AUTH_ACCOUNT_BLOCKED, AUTH_ACCOUNT_LINKED_ELSEWHERE, AUTH_LINK_LIMIT_REACHED,
 *   AUTH_EMAIL_TAKEN
 */
export async function signIn(profile: Profile, endings: Endings): Promise<Arrival> {
  const user = await find(profile, endings);
  if (user.blocked) throw fail(AccountBlocked);
  return user;
}

async function find(profile: Profile, endings: Endings): Promise<Arrival> {
  const { provider, subject } = profile;
  const linked = await Users.fromAccount(provider, subject);
  if (linked) return { ...linked, isFirst: false };
  const email = emailSchema.safeParse(profile.email).data;
  if (!profile.emailVerified || email === undefined) throw fail(EmailNotVerified);

  const known = await Users.fromEmail(email);
  if (!known) return { ...(await register(profile, email)), isFirst: true };
  if (known.blocked) return { ...known, isFirst: false };
  const isFirst =
    known.emailVerified === undefined &&
    (await handOver(known.userId, { ...shown(profile, email), account: { provider, subject } }, endings));
  if (!isFirst) await Users.linkAccount((await Users.fromEmail(email)) ?? known, provider, subject);
  return { ...((await Users.fromAccount(provider, subject)) ?? known), isFirst };
}

/** What of a profile others see. */
const shown = (profile: Profile, email: string) => ({
  name: nameOf(profile, email),
  image: profile.image?.startsWith("https://") ? profile.image : undefined,
});

async function register(profile: Profile, email: string): Promise<User> {
  const { provider, subject } = profile;
  try {
    return await create({
      ...shown(profile, email),
      email,
      emailVerified: true,
      account: { provider, subject },
    });
  } catch (error) {
    // Another sign-in with the same account created the user in between.
    const first = await Users.fromAccount(provider, subject);
    if (first) return first;
    throw error;
  }
}

/** A name that keeps the rules of registration, from what the provider says: people write that, too. */
function nameOf({ name = "" }: Profile, email: string): string {
  const plain = undisguised(name)
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, " ")
    .trim()
    .slice(0, 100)
    .toWellFormed();
  return nameSchema.safeParse(plain).data ?? email.slice(0, 100);
}
