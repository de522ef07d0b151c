import * as Assets from "../../kernel/assets/index.ts";
import { env, envInt } from "../../kernel/env.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Owner } from "../../kernel/mode.ts";
import type { After } from "../../ledger/draft.ts";
import type { AccountRef } from "../../ledger/schema.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import { withdrawalBegun, withdrawalEvent, withdrawalRequested } from "./events.ts";
import { opening } from "./record.ts";
import { networkFees, type Payee, type Withdrawal } from "./schema.ts";

/** How every withdrawal begins: the money is held, and the order for the bank is left, in one transaction. */

export interface Order extends Pick<Withdrawal, "amountMinor" | "description"> {
  readonly wallet: AccountRef;
  readonly payee: Payee;
  /** What the amount is worth, in cents of a euro; nothing in a sandbox, where no limit counts. */
  readonly cents: bigint;
}

/** What goes into the transaction of a withdrawal. */
export interface More<T> {
  readonly idempotency?: Idempotency.Claim<T> | undefined;
  /** A refusal without a meaning is a ConditionFailed. */
  readonly extraWrites: (after: After, held: Withdrawal) => readonly Table.Write[];
  /** Makes the answer. */
  readonly result: (held: Withdrawal) => T;
}

/**
 * Holds the money and leaves the order for the bank. A sandbox's is left to its clock: no queue hears of it.
 * @throws INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT, KYC_LIMIT_EXCEEDED, CONTENTION, and what `more` says
 */
export function hold<T>(
  { mode, userId }: Owner,
  { wallet, amountMinor, payee, description, cents }: Order,
  { idempotency, extraWrites, result }: More<T>,
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
    postings: [
      { ...wallet, bucket: "available", amount: -all },
      { ...wallet, bucket: "held", amount: all },
    ],
    holds: [{ ...wallet, holdId, change: all }],
    initiator: wallet.account,
    rejectIfInDebt: true,
    kycMovement: isLive ? { userId, direction: "out", cents } : undefined,
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
              ...{ userId, amount: Assets.format(amountMinor, currency), asset: currency },
            }),
          ]
        : []),
      withdrawalEvent("withdrawal.created", held(after)),
    ],
    extraWrites: (after) => [...extraWrites(after, held(after)), ...opening(held(after))],
    result: (after) => result(held(after)),
  });
}

/** What `hold` reads first. */
export const holdReads = ({ mode, userId }: Owner, { account }: AccountRef): Table.Reads =>
  Policy.readsOf({
    initiator: account,
    rejectIfInDebt: true,
    kycMovement: mode === "live" ? { userId, direction: "out", cents: 0n } : undefined,
  });

/** Banks take letters, digits and a few signs: of our id what comes after its kind. */
const endToEndIdOf = (withdrawalId: string): string => withdrawalId.slice("wdr_".length).toUpperCase();

/**
 * What the platform keeps of a withdrawal once it is paid, in base units: fixed when it is asked for, whatever the
 * network takes of the platform then.
 */
export function feeOf(symbol: string): bigint {
  if (symbol === "EUR") return BigInt(envInt("WITHDRAWAL_FEE_MINOR", 0));
  return networkFees.parse(env("WITHDRAWAL_NETWORK_FEES", "")).get(symbol) ?? 0n;
}
