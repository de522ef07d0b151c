import * as z from "zod";
import type { Asset } from "../../../../core/kernel/assets/index.ts";

/**
 * Data models that no domain of core keeps yet: what clients may expect of them. Where a domain has a schema of its own, the model
 * is that one (`index.ts`).
 */

/** ISO 8601 in UTC. */
const timestamp = z.iso.datetime();

/** A place of sale of a merchant. */
export const store = z.object({
  id: z.string(),
  merchantId: z.string(),
  name: z.string(),
  address: z.string(),
  country: z.string(),
  currency: z.string(),
  programId: z.string().optional(),
  createdAt: timestamp,
});

/** A document of a KYC submission. */
export const kycDocument = z.object({
  id: z.string(),
  submissionId: z.string(),
  type: z.enum(["ID_CARD", "PASSPORT", "RESIDENCE_PERMIT", "PROOF_OF_ADDRESS", "SELFIE"]),
  status: z.enum(["PENDING", "IN_REVIEW", "VALIDATED", "REJECTED", "EXPIRED"]),
  reason: z.string().optional(),
  expiresAt: timestamp.optional(),
  uploadedAt: timestamp,
});

/** An asset of the platform, as `core/kernel/assets` has it. */
export const cryptoAsset = z.object({
  symbol: z.string(),
  name: z.string(),
  network: z.string(),
  decimals: z.int(),
  logoUrl: z.string(),
}) satisfies z.ZodType<Asset>;

/** A wallet that a user has elsewhere and has named here. */
export const externalWallet = z.object({
  id: z.string(),
  userId: z.string(),
  label: z.string(),
  network: z.string(),
  publicAddress: z.string(),
  verifiedAt: timestamp.optional(),
  createdAt: timestamp,
});

/** Terms on which users bring others. */
export const referralProgram = z.object({
  id: z.string(),
  name: z.string(),
  reward: z.string(),
  currency: z.string(),
  status: z.enum(["active", "ended"]),
  startsAt: timestamp,
  endsAt: timestamp.optional(),
});

/** A user's link in a referral program. */
export const referralLink = z.object({
  id: z.string(),
  programId: z.string(),
  userId: z.string(),
  code: z.string(),
  url: z.string(),
  createdAt: timestamp,
});

/** Somebody who came by a referral link. */
export const referralConversion = z.object({
  id: z.string(),
  linkId: z.string(),
  userId: z.string(),
  reward: z.string(),
  currency: z.string(),
  status: z.enum(["PENDING", "PAID", "CANCELED"]),
  convertedAt: timestamp,
});
