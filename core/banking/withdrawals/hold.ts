import * as Assets from "../../kernel/assets/index.ts";
import { env, envInt } from "../../kernel/env.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Owner } from "../../kernel/mode.ts";
import { type After, posting } from "../../ledger/draft.ts";
import type { AccountRef } from "../../ledger/schema.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import { withdrawalBegun, withdrawalEvent, withdrawalRequested } from "./events.ts";
import { createWrites } from "./record.ts";
import { networkFees, type Payee, type Withdrawal } from "./schema.ts";

/** Starts a withdrawal: one transaction holds the money and queues the order for the bank. */

interface HoldRequest extends Pick<Withdrawal, "amountMinor" | "description"> {
  readonly wallet: AccountRef;
  readonly payee: Payee;
  /** The value of the amount in euro cents; zero in a sandbox, which has no limits. */
  readonly cents: bigint;
  /** Whether it is requested without a recent proof of who acts. */
  readonly unconfirmed?: boolean;
}

/** The caller's parts of the transaction. */
interface Parts<T> {
  readonly idempotency?: Idempotency.Claim<T> | undefined;
  /** A write without `onConditionFailed` fails with ConditionFailed. */
  readonly extraWrites: (after: After, held: Withdrawal) => readonly Table.Write[];
  /** Returns the response. */
  readonly result: (held: Withdrawal) => T;
}

/**
 * Holds the money and queues the order for the bank. In a sandbox the withdrawal waits for the sandbox's clock instead.
 * @throws INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT, KYC_LIMIT_EXCEEDED, CONTENTION, and the errors of `extraWrites`
 */
export function hold<T>(
  { mode, userId }: Owner,
  { wallet, amountMinor, payee, description, cents, unconfirmed }: HoldRequest,
  { idempotency, extraWrites, result }: Parts<T>,
): Promise<T> {
  const { asset: currency } = wallet;
  const feeMinor = feeOf(currency);
  const withdrawalId = Ids.create("withdrawal");
  const holdId = Ids.create("hold");
  const all = amountMinor + feeMinor;
  const isLive = mode === "live";
  const held = ({ entryId, createdAt, balances }: After): Withdrawal => ({
    ...{ withdrawalId, userId, mode, endToEndId: endToEndIdOf(withdrawalId), state: "requested" },
    ...{ amountMinor, feeMinor, currency, ...payee, description, holdId },
    ...{ entryId, availableAfter: balances(wallet.account).available },
    ...{ asked: 0, version: 1n, createdAt, updatedAt: createdAt },
  });
  return Policy.post<T>({
    type: "PAYOUT",
    postings: [posting(wallet, -all), posting(wallet, all, "held")],
    holds: [{ ...wallet, holdId, change: all }],
    initiator: wallet.account,
    rejectIfInDebt: true,
    kycMovement: isLive ? { userId, direction: "out", cents, unconfirmed } : undefined,
    idempotency,
    actorId: userId,
    reason: `withdrawal ${withdrawalId}`,
    reference: { kind: "withdrawal", id: withdrawalId },
    counterparties: new Map([[wallet.account, payee.name]]),
    events: (after) => [
      ...(isLive
        ? [
            Outbox.write(withdrawalRequested, { userId, withdrawalId }),
            Outbox.write(withdrawalBegun, {
              userId,
              amount: Assets.format(amountMinor, currency),
              asset: currency,
            }),
          ]
        : []),
      withdrawalEvent("withdrawal.created", held(after)),
    ],
    extraWrites: (after) => [...extraWrites(after, held(after)), ...createWrites(held(after))],
    result: (after) => result(held(after)),
  });
}

/** Returns the reads of `hold`, for handlers that prefetch them. */
export const holdReads = ({ mode, userId }: Owner, { account }: AccountRef): Table.Reads =>
  Policy.readsOf({
    initiator: account,
    rejectIfInDebt: true,
    kycMovement: mode === "live" ? { userId, direction: "out", cents: 0n } : undefined,
  });

/** Returns the ULID of our id in upper case, because banks accept only letters and digits. */
const endToEndIdOf = (withdrawalId: string): string => withdrawalId.slice("wdr_".length).toUpperCase();

/** Returns the fee of a withdrawal in base units. It is a setting, and does not depend on the network's actual cost. */
export function feeOf(symbol: string): bigint {
  if (symbol === "EUR") return BigInt(envInt("WITHDRAWAL_FEE_MINOR", 0));
  return networkFees.parse(env("WITHDRAWAL_NETWORK_FEES", "")).get(symbol) ?? 0n;
}
