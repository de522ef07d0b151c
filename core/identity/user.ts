import type * as z from "zod";
import * as Ids from "../kernel/ids/index.ts";
import type * as Table from "../platform/table/index.ts";
import type { Role } from "./actor.ts";
import { avatar } from "./avatar.ts";
import type { preferences, profile, registeredUser, signedInUser } from "./schema.ts";
import { email as emailSchema } from "./schema.ts";

/** A user as core knows it. The password's hash is not part of it, so that it cannot leave by accident. */

export type Preferences = z.output<typeof preferences>;

export interface LinkedAccount {
  readonly provider: string;
  /** The account's identifier at the provider. Never shown. */
  readonly subject: string;
  readonly linkedAt: string;
}

export interface User {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly image: string;
  /** When the address was proven to be the user's; undefined before. */
  readonly emailVerified: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly preferences: Preferences;
  readonly accounts: readonly LinkedAccount[];
  readonly blocked: boolean;
  /** Another one whenever what proves the user's identity changes: a sign-in that began before starts no session. */
  readonly credentialsVersion: string;
}

export const defaultPreferences: Preferences = { language: "fr", currency: "EUR", notifications: true };

export const newCredentialsVersion = (): string => Ids.secret(8);

/** An address as it is stored and compared. @throws ZodError when it is none: whoever calls has checked its input */
export const addressOf = (email: string): string => emailSchema.parse(email);

const optional = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));

/** Reads the table's item of a user. */
export function fromItem(item: Table.Item): User {
  const userId = String(item["userId"]);
  const name = String(item["name"]);
  return {
    userId,
    name,
    email: String(item["email"]),
    role: item["role"] as Role,
    image: optional(item["image"]) ?? avatar(userId, name),
    emailVerified: optional(item["emailVerified"]),
    createdAt: String(item["createdAt"]),
    updatedAt: String(item["updatedAt"]),
    preferences: { ...defaultPreferences, ...(item["preferences"] as Partial<Preferences> | undefined) },
    accounts: (item["accounts"] as LinkedAccount[] | undefined) ?? [],
    blocked: item["blockedAt"] !== undefined,
    credentialsVersion: String(item["credentialsVersion"]),
  };
}

// What each response shows of a user (spec 1, section 2.1).

export const registered = ({
  userId,
  name,
  email,
  role,
  createdAt,
}: User): z.input<typeof registeredUser> => ({
  id: userId,
  name,
  email,
  role,
  createdAt,
});

export const signedIn = ({ userId, name, email, role, image }: User): z.input<typeof signedInUser> => ({
  id: userId,
  name,
  email,
  role,
  image,
});

export const full = (user: User): z.input<typeof profile> => ({
  ...signedIn(user),
  emailVerified: user.emailVerified ?? null,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
  preferences: user.preferences,
  accounts: user.accounts.map(({ provider, linkedAt }) => ({ provider, linkedAt })),
});
