import type * as z from "zod";
import type { Profile } from "../../core/identity/profile/index.ts";
import type { ownProfile } from "../../core/identity/profile/schema.ts";
import type { mobileUser, profile, registeredUser, signedInUser } from "../../core/identity/schema.ts";
import type { User } from "../../core/identity/user.ts";

/** What responses show of a user (spec 1, section 2.1). */

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

export const mobile = (user: User, kycLevel: number): z.input<typeof mobileUser> => ({
  id: user.userId,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  kycLevel,
  roles: [user.role],
});

/** The profile of the mobile app, as its owner sees it. */
export const own = ({ user, kycLevel }: Profile): z.input<typeof ownProfile> => ({
  ...mobile(user, kycLevel),
  emailVerified: user.emailVerified ?? null,
  phone: user.phone ?? null,
  phoneVerified: user.phoneVerified ?? null,
  dateOfBirth: user.dateOfBirth ?? null,
  address: user.address ?? null,
  avatarUrl: user.image,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
  version: user.version,
});

export const full = (user: User): z.input<typeof profile> => ({
  ...signedIn(user),
  emailVerified: user.emailVerified ?? null,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
  preferences: user.preferences,
  accounts: user.accounts.map(({ provider, linkedAt }) => ({ provider, linkedAt })),
});
