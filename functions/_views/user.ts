import type * as z from "zod";
import type * as Contract from "../../contract/account.ts";
import type { reason } from "../../contract/mobile/identity.ts";
import type { ApiKey } from "../../core/identity/api-keys/schema.ts";
import type { Reason } from "../../core/identity/kyc/schema.ts";
import type { Profile } from "../../core/identity/profile/index.ts";
import type { ownProfile } from "../../core/identity/profile/schema.ts";
import type { mobileUser, profile, registeredUser, signedInUser } from "../../core/identity/schema.ts";
import type { User } from "../../core/identity/user.ts";
import type { Job } from "../../core/jobs/schema.ts";
import { pick, pickOrNull } from "../../core/kernel/fields.ts";
import type { Reader } from "../../core/kernel/texts/index.ts";
import type { Overview } from "../../core/people/requests.ts";

/** Views of a user (spec 1, section 2.1) and of the user's keys, verifications and data. */

export const registered = (user: User): z.input<typeof registeredUser> => ({
  id: user.userId,
  ...pick(user, "name", "email", "role", "createdAt"),
});

export const signedIn = (user: User): z.input<typeof signedInUser> => ({
  id: user.userId,
  ...pick(user, "name", "email", "role", "image"),
});

export const mobile = (user: User, kycLevel: number): z.input<typeof mobileUser> => ({
  id: user.userId,
  ...pick(user, "email", "firstName", "lastName"),
  kycLevel,
  roles: [user.role],
});

/** Makes the mobile app's profile of the user. */
export const own = ({ user, kycLevel }: Profile): z.input<typeof ownProfile> => ({
  ...mobile(user, kycLevel),
  ...pickOrNull(user, "emailVerified", "phone", "phoneVerified", "dateOfBirth", "address"),
  avatarUrl: user.image,
  ...pick(user, "createdAt", "updatedAt", "version"),
});

export const full = (user: User): z.input<typeof profile> => ({
  ...signedIn(user),
  emailVerified: user.emailVerified ?? null,
  ...pick(user, "createdAt", "updatedAt", "preferences"),
  accounts: user.accounts.map(({ provider, linkedAt }) => ({ provider, linkedAt })),
});

/** Makes the view of a reason why a verification was not approved. */
export const reasonOf = (one: Reason): z.input<typeof reason> => ({
  code: one.code,
  ...pickOrNull(one, "documentType", "side"),
});

export const verified = ({ recoveryCodes }: { readonly recoveryCodes?: readonly string[] }) => ({
  success: true as const,
  enabled: true as const,
  ...(recoveryCodes && { recoveryCodes: [...recoveryCodes] }),
});

export const exported = (job: Job): z.input<typeof Contract.exported> => ({
  status: job.status,
  requestedAt: job.createdAt,
  readyAt: job.finishedAt ?? null,
  expiresAt: job.ttl === undefined ? null : new Date(job.ttl * 1000).toISOString(),
});

export const erasure = (
  { graceDays, dueAt, blockers }: Overview,
  { language }: Reader,
): z.input<typeof Contract.erasure> => ({
  graceDays,
  dueAt: dueAt ?? null,
  blockers: blockers.map(({ code, message, amounts }) => ({
    code,
    message: message.in(language),
    ...(amounts && { amounts: [...amounts] }),
  })),
});

export const apiKey = ({ keyId, ...key }: ApiKey) => ({ id: keyId, ...key });
