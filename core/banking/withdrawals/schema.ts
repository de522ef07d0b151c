import * as z from "zod";
import * as Assets from "../../kernel/assets/index.ts";
import { mode } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { storedNumber } from "../../kernel/stored.ts";

/**
 * Withdrawals: money that leaves the platform, euros by SEPA credit transfer (EPC125-05) to a bank account, other
 * assets by their network to an address: the bank keeps both. The amount and the fee are held from the request
 * on. A sandbox's go nowhere: `fates.ts` says what becomes of each.
 * - requested: the order is on its way to the bank. ordered: the bank has it.
 * - booked: the bank has paid; what was held is gone.
 * - rejected: the bank did not pay. returned: what it paid came back. Then all is back, the fee too.
 */
export const states = ["requested", "ordered", "booked", "rejected", "returned"] as const;
export type State = (typeof states)[number];

export const withdrawalItem = z.object({
  withdrawalId: z.string(),
  userId: z.string(),
  mode: mode.default("live"),
  /** What banks know it by (AT-T014): 35 characters at most. */
  endToEndId: z.string(),
  state: z.enum(states),
  /** What arrives, and what the platform keeps of the account beside it once it is booked: base units of the currency. */
  amountMinor: z.bigint(),
  feeMinor: z.bigint(),
  /** The ledger's asset. */
  currency: z.string(),
  /** The payee as the user named it; of an address the address itself. */
  name: z.string(),
  /** Where it goes: an account of a bank, and the beneficiary as which it is kept where it is, or an address. */
  iban: z.string().optional(),
  beneficiaryId: z.string().optional(),
  address: z.string().optional(),
  /** What the user wrote with it. */
  description: z.string(),
  holdId: z.string(),
  /** The entry that opened the hold, and what its account had free after it. */
  entryId: z.string(),
  availableAfter: z.bigint(),
  /** The entry that paid, and the one that gave back. */
  bookedEntryId: z.string().optional(),
  undoneEntryId: z.string().optional(),
  /** The bank's own id of it. */
  transactionId: z.string().optional(),
  /** Why the bank did not pay, or took it back. */
  reason: z.string().optional(),
  /** Where the event that ended it stands among all events. */
  endedBy: z.string().optional(),
  /** Why somebody must look at it. */
  flagged: z.string().optional(),
  /** How often the bank was asked about it. */
  asked: storedNumber,
  /** ISO 8601. */
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.bigint(),
});
export type Withdrawal = z.output<typeof withdrawalItem>;

/** What names a withdrawal. */
export type WithdrawalRef = Pick<Withdrawal, "mode" | "userId" | "withdrawalId">;

/** Whom or where it goes to. */
export type Payee = Pick<Withdrawal, "name" | "iban" | "beneficiaryId" | "address">;

/** What an app asks for: to a beneficiary that is kept, or to an IBAN that becomes one. */
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

export interface Requested {
  /** As the history names it. */
  readonly transactionId: string;
  readonly beneficiaryId: string;
  /** Cents. */
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  /** What the account has free after it. */
  readonly available: bigint;
}

/** The networks that carry assets to an address. */
export const chains = ["bitcoin", "ethereum", "svc-chain"] as const;

/** Where a program has money go. */
export type Destination =
  | { readonly type: "iban"; readonly iban: string; readonly name: string }
  /** One that its owner's app keeps. */
  | { readonly type: "beneficiary"; readonly beneficiary: string }
  | { readonly type: "address"; readonly network: (typeof chains)[number]; readonly address: string };

/** What a program asks for. */
export interface Sending {
  readonly walletId: string;
  /** Decimal string, in whole units. */
  readonly amount: string;
  readonly destination: Destination;
  /** For the payee of a bank transfer, and the history; may be empty. */
  readonly description: string;
}

/** Where a withdrawal goes, as the API shows it. */
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

/** What the platform keeps of a withdrawal to an address, as the setting has it: `BTC:0.00005 ETH:0.0005`. */
export const networkFees = z.string().transform((text, context): ReadonlyMap<string, bigint> => {
  const fees = text.split(" ").filter((entry) => entry !== "");
  return new Map(
    fees.flatMap((entry): [string, bigint][] => {
      const [symbol = "", amount = ""] = entry.split(":");
      const asset = Assets.list().find((one) => one.symbol === symbol);
      const isCarried = chains.some((chain) => chain === asset?.network);
      const isAmount = asset && new RegExp(`^\\d{1,9}(\\.\\d{1,${asset.decimals}})?$`).test(amount);
      if (isCarried && isAmount) return [[symbol, Money.parse(amount, asset.decimals)]];
      context.addIssue(`must be asset:amount, between them a space, such as BTC:0.00005; "${entry}" is not`);
      return [];
    }),
  );
});
