import * as z from "zod";
import type { ProgramCategory } from "../../loyalty/programs/schema.ts";

export const businessTypes = ["individual", "company", "non_profit", "government_entity"] as const;

/** `pending` until all details are submitted and verified; `restricted` if charges or payouts are off for another reason. */
export const merchantStatuses = ["pending", "active", "restricted"] as const;

export const merchantItem = z.object({
  merchantId: z.string(),
  /** The professional whose wallet is credited. */
  userId: z.string(),
  pspAccountId: z.string(),
  businessName: z.string(),
  businessType: z.enum(businessTypes),
  /** ISO 3166-1, two capital letters. */
  country: z.string(),
  statementDescriptor: z.string().optional(),
  /** The platform's commission on every payment in percent, as a decimal string: "1.5". */
  commissionRate: z.string(),
  /** The ledger's asset: `EUR`. */
  currency: z.string(),
  payoutsEnabled: z.boolean(),
  chargesEnabled: z.boolean(),
  status: z.enum(merchantStatuses),
  /** Its loyalty program, if it has one. */
  programId: z.string().optional(),
  /** The provider's time of the rights, in seconds: an older event changes nothing. */
  rightsAtSeconds: z.bigint().default(0n),
  /** ISO 8601. */
  createdAt: z.string(),
});
export type Merchant = z.output<typeof merchantItem>;

/** A merchant as its owner sees it. */
export interface MerchantView extends Merchant {
  /** The payments of this calendar month (UTC) less refunds, in minor units. */
  readonly monthlyVolumeMinor: bigint;
}

export interface NewMerchant
  extends Pick<Merchant, "businessName" | "businessType" | "country" | "currency" | "statementDescriptor"> {
  /** Percent of a payment that the payer gets back. With a rate the merchant gets a loyalty program. */
  readonly savebackRate?: string | undefined;
  /** Further terms of the program. */
  readonly pointsPerEuro?: string | undefined;
  readonly programCategory?: ProgramCategory | undefined;
}
