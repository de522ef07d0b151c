import * as z from "zod";
import * as Assets from "../../kernel/assets/index.ts";
import { mode } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { storedNumber } from "../../kernel/stored.ts";

/**
 * Withdrawals: euros by SEPA credit transfer (EPC125-05) to a bank account, other assets over their network to an
 * address. The amount and the fee are held from the request on. In a sandbox `test-outcomes.ts` decides the outcome.
 * - requested: the order is not confirmed by the bank. ordered: the bank has the order.
 * - booked: the bank has paid, and the hold is captured.
 * - rejected: the bank did not pay. returned: the payment came back. Both return the amount and the fee.
 */
export const states = ["requested", "ordered", "booked", "rejected", "returned"] as const;
export type State = (typeof states)[number];

export const withdrawalItem = z.object({
  withdrawalId: z.string(),
  userId: z.string(),
  mode: mode.default("live"),
  /** The banks' reference (AT-T014): at most 35 characters. */
  endToEndId: z.string(),
  state: z.enum(states),
  /** The amount for the payee, and the platform's fee once it is booked: base units of the currency. */
  amountMinor: z.bigint(),
  feeMinor: z.bigint(),
  /** The ledger's asset. */
  currency: z.string(),
  /** The payee's name from the request, or the address. */
  name: z.string(),
  /** The destination: a bank account, with its beneficiary if it is stored, or an address. */
  iban: z.string().optional(),
  beneficiaryId: z.string().optional(),
  address: z.string().optional(),
  /** The user's text. */
  description: z.string(),
  holdId: z.string(),
  /** The entry that opened the hold, and the available balance after it. */
  entryId: z.string(),
  availableAfter: z.bigint(),
  /** The entry of the payment, and the one that returned the money. */
  bookedEntryId: z.string().optional(),
  undoneEntryId: z.string().optional(),
  /** The bank's own id. */
  transactionId: z.string().optional(),
  /** The bank's reason of a rejection or return. */
  reason: z.string().optional(),
  /** The position of the news that ended it. */
  endedBy: z.string().optional(),
  /** Why a staff member must check it. */
  flagged: z.string().optional(),
  /** The number of queries to the bank. */
  asked: storedNumber,
  /** ISO 8601. */
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.bigint(),
});
export type Withdrawal = z.output<typeof withdrawalItem>;

/** The key of a withdrawal. */
export type WithdrawalRef = Pick<Withdrawal, "mode" | "userId" | "withdrawalId">;

export type Payee = Pick<Withdrawal, "name" | "iban" | "beneficiaryId" | "address">;

/** An app's request: to a stored beneficiary, or to an IBAN that becomes one. */
export interface NewWithdrawal {
  readonly accountId: string;
  /** In whole units of the currency: a decimal string, or a JSON number as it was written. */
  readonly amount: string | number;
  readonly currency: string;
  readonly iban?: string | undefined;
  readonly beneficiaryName?: string | undefined;
  readonly beneficiaryId?: string | undefined;
  /** For the payee; may be empty. */
  readonly description: string;
}

export interface RequestedWithdrawal {
  /** The id in the history. */
  readonly transactionId: string;
  readonly beneficiaryId: string;
  /** Cents. */
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  /** The available balance after it. */
  readonly available: bigint;
}

/** The networks that carry assets to an address. */
export const chains = ["bitcoin", "ethereum", "svc-chain"] as const;

/** A destination of a program's withdrawal. */
export type Destination =
  | { readonly type: "iban"; readonly iban: string; readonly name: string }
  /** A beneficiary of the owner's app. */
  | { readonly type: "beneficiary"; readonly beneficiary: string }
  | { readonly type: "address"; readonly network: (typeof chains)[number]; readonly address: string };

/** A program's request. */
export interface WithdrawalRequest {
  readonly walletId: string;
  /** Decimal string, in whole units. */
  readonly amount: string;
  readonly destination: Destination;
  /** For the payee of a bank transfer, and the history; may be empty. */
  readonly description: string;
}

/** Returns the destination of a withdrawal as the API shows it. */
export function destinationOf({ currency, name, iban, address, beneficiaryId }: Withdrawal) {
  const { network } = Assets.get(currency);
  const isBank = iban !== undefined;
  return {
    type: isBank ? ("iban" as const) : ("address" as const),
    network,
    iban: iban ?? null,
    name: isBank ? name : null,
    beneficiary: beneficiaryId ?? null,
    address: address ?? null,
  };
}

/** The setting of fees for withdrawals to an address: `BTC:0.00005 ETH:0.0005`. */
export const networkFees = z.string().transform((text, context): ReadonlyMap<string, bigint> => {
  const fees = text.split(" ").filter((entry) => entry !== "");
  return new Map(
    fees.flatMap((entry): [string, bigint][] => {
      const [symbol = "", amount = ""] = entry.split(":");
      const asset = Assets.list().find((one) => one.symbol === symbol);
      const isWithdrawable = chains.some((chain) => chain === asset?.network);
      const isAmount = asset && new RegExp(`^\\d{1,9}(\\.\\d{1,${asset.decimals}})?$`).test(amount);
      if (isWithdrawable && isAmount) return [[symbol, Money.parse(amount, asset.decimals)]];
      context.addIssue(`must be asset:amount, separated by spaces, such as BTC:0.00005; "${entry}" is not`);
      return [];
    }),
  );
});
