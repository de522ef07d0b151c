export interface Merchant {
  readonly merchantId: string;
  /** The professional whose wallet is paid. */
  readonly userId: string;
  readonly pspAccountId: string;
  readonly businessName: string;
  /** Percent of every payment that the platform keeps, as a decimal string: "1.5". */
  readonly commissionRate: string;
  /** The ledger's asset: `EUR`. */
  readonly currency: string;
  readonly payoutsEnabled: boolean;
  readonly chargesEnabled: boolean;
  readonly status: "pending" | "active" | "restricted";
  /** Its loyalty program, where it is enrolled in one. */
  readonly programId?: string | undefined;
  /** ISO 8601. */
  readonly createdAt: string;
}
