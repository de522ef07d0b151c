import * as z from "zod";

/** Live keys act on the real ledger, test keys on one of their own (DESIGN section 4, Public API). */
export const modes = ["live", "test"] as const;
export type Mode = (typeof modes)[number];

export const plans = ["free", "pro", "enterprise"] as const;
export type Plan = (typeof plans)[number];

/** Parses an item of the table as the owner sees it. */
export const apiKeyItem = z.object({
  keyId: z.string(),
  ownerId: z.string(),
  name: z.string(),
  mode: z.enum(modes),
  plan: z.enum(plans),
  scopes: z.array(z.string()),
  /** The secret's last 4 characters: enough to tell keys apart, of no use to anybody else. */
  hint: z.string(),
  createdAt: z.string(),
});
export type ApiKey = z.output<typeof apiKeyItem>;

export const verifiedItem = apiKeyItem.pick({
  keyId: true,
  ownerId: true,
  plan: true,
  mode: true,
  scopes: true,
});
/** What a secret that was shown stands for. */
export type Verified = z.output<typeof verifiedItem>;
