import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";

/** Codes that are shown to be paid. */

export const EXPIRY = { least: 60, most: 86_400, otherwise: 900 } as const;

export const codeItem = z.object({
  qrId: z.string(),
  /** Who is paid. */
  userId: z.string(),
  /** Who the account belonged to then: a code pays nobody else. */
  ownershipId: z.string(),
  /** As whose merchant, where that is not themselves. */
  merchantId: z.string().optional(),
  asset: z.string(),
  /** Base units; missing where who pays says how much. */
  amount: z.bigint().optional(),
  description: z.string(),
  /** Whether it may be paid more than once. */
  reusable: z.boolean(),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** The payment of a code that is good for one. */
  paymentId: z.string().optional(),
  /** UNIX seconds. */
  ttl: storedNumber,
});
export type Code = z.output<typeof codeItem>;

export interface NewCode {
  /** In whole units of the currency: a decimal string, or a JSON number as it was written. */
  readonly amount?: string | number | undefined;
  readonly currency: string;
  readonly description: string;
  readonly expiresInSeconds: number;
  readonly reusable: boolean;
  /** The actor's own. */
  readonly merchantId?: string | undefined;
}

/** What a code says to who scans it. */
export const claims = z.object({
  iss: z.string(),
  aud: z.string(),
  jti: z.string(),
  iat: z.int(),
  exp: z.int(),
  /** The ledger's asset: `EUR`. */
  cur: z.string(),
  /** In whole units, a decimal string; missing where who pays says how much. */
  amt: z.string().optional(),
});
export type Claims = z.output<typeof claims>;

/** A code as it is shown. */
export interface Shown {
  readonly qrId: string;
  /** What is in the picture. */
  readonly payload: string;
  /** A `data:image/png` URL. */
  readonly qrCode: string;
  readonly expiresAt: string;
}
