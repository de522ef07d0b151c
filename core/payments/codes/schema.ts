import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";

export const EXPIRY = { least: 60, most: 86_400, otherwise: 900 } as const;

export const codeItem = z.object({
  qrId: z.string(),
  /** The recipient. */
  userId: z.string(),
  /** The ownership of the account at that time: a code does not pay a later owner. */
  ownershipId: z.string(),
  /** The recipient's merchant, if the code pays a merchant. */
  merchantId: z.string().optional(),
  asset: z.string(),
  /** Base units; missing if the payer states it. */
  amount: z.bigint().optional(),
  description: z.string(),
  /** Whether it pays more than once. */
  reusable: z.boolean(),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** The payment of a code for one payment. */
  paymentId: z.string().optional(),
  /** UNIX seconds. */
  ttl: storedNumber,
});
export type Code = z.output<typeof codeItem>;

export interface NewCode extends Pick<Code, "description" | "reusable"> {
  /** In whole units of the currency: a decimal string, or a JSON number as written. */
  readonly amount?: string | number | undefined;
  readonly currency: string;
  readonly expiresInSeconds: number;
  /** The actor's own merchant. */
  readonly merchantId?: string | undefined;
}

export const claims = z.object({
  iss: z.string(),
  aud: z.string(),
  jti: z.string(),
  iat: z.int(),
  exp: z.int(),
  /** The ledger's asset: `EUR`. */
  cur: z.string(),
  /** In whole units, a decimal string; missing if the payer states it. */
  amt: z.string().optional(),
});
export type Claims = z.output<typeof claims>;

export interface DisplayedCode {
  readonly qrId: string;
  /** The content of the image. */
  readonly payload: string;
  /** A `data:image/png` URL. */
  readonly qrCode: string;
  readonly expiresAt: string;
}
