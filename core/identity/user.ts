import type * as z from "zod";
import type * as Table from "../platform/table/index.ts";
import type { Role } from "./actor.ts";
import { avatar } from "./avatar.ts";
import { userProfile } from "./entity.ts";
import type { preferences } from "./schema.ts";
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
  /** Another one whenever all that was signed in must end: see `stamp.ts`. */
  readonly securityStamp: string;
  /** Another one once the account is handed over: see `hand-over.ts`. */
  readonly ownershipId: string;
}

/**
 * An address as it is stored and compared.
 * @throws ZodError when it is none: whoever calls has checked its input
 */
export const addressOf = (email: string): string => emailSchema.parse(email);

/** Reads the table's item of a user. */
export function fromItem(item: Table.Item): User {
  const { passwordHash, blockedAt, image, ...user } = userProfile.parse(item);
  return {
    ...user,
    image: image ?? avatar(user.userId, user.name),
    emailVerified: user.emailVerified,
    blocked: blockedAt !== undefined,
  };
}
