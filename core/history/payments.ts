import type { LiveActor } from "../identity/actor.ts";
import * as Assets from "../kernel/assets/index.ts";
import { pick } from "../kernel/fields.ts";
import { lineId } from "../ledger/entry.ts";
import { purchaseStatus } from "../payments/issuing/authorizations/record.ts";
import { accountPayment } from "../payments/made/entity.ts";
import type { AccountPayment, Method } from "../payments/made/schema.ts";
import type { Transaction } from "../payments/records/schema.ts";
import { ALWAYS, type ListPosition, Merged, pageOf, parseStart, recordsOf, type Source } from "./merged.ts";
import { statuses, withdrawalStatuses } from "./records.ts";
import { idOf, merchantsOf, purchasesOf, withdrawalsOf } from "./related.ts";
import type { AccountTransaction } from "./schema.ts";

/** Payments of every method: between accounts, with a code, by schedule, by card. */

export interface ShownPayment
  extends Omit<AccountTransaction, "type" | "balance" | "reference" | "updatedAt"> {
  readonly method: Method;
  /** The platform's commission of a received payment, or its fee for a payment to a bank account. */
  readonly fee: bigint;
  /** The part that the merchant pays to the payer as saveback. */
  readonly saveback: bigint;
  readonly refunded: bigint;
  readonly merchantId: string | null;
  /** The id of the payment's line in the account's history; null if it has none. */
  readonly transactionId: string | null;
}

type Found = ListPosition &
  (
    | { readonly made: AccountPayment; readonly record?: never }
    | { readonly record: Transaction; readonly made?: never; readonly line?: never }
  );

/**
 * Returns a page of the actor's payments, newest first: sent by account, card or schedule, and received from other
 * accounts. Each page starts where the previous one ended, even if payments were added since.
 * @throws INVALID_REQUEST for an invalid cursor
 */
export async function payments(
  actor: LiveActor,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const merged = new Merged(sourcesOf(actor), ALWAYS, parseStart({ cursor }), limit + 1);
  const { rows, next } = await pageOf(merged, limit, show);
  return { payments: rows, next };
}

const sourcesOf = ({ userId }: Pick<LiveActor, "userId">): Source<Found>[] => [
  madeBy(userId),
  recordsOf(userId),
];

const madeBy = (userId: string): Source<Found> => ({
  name: "",
  pk: accountPayment.partition({ userId }),
  prefix: accountPayment.prefix,
  read(item) {
    const made = accountPayment.parse(item);
    return { createdAt: made.createdAt, source: "", sk: String(item["sk"]), made };
  },
});

/** Returns whether a record is a payment, not a top-up, bank transfer or refund. */
const isPayment = ({ type, merchantId }: Transaction): boolean =>
  type === "checkout" || (type === "payment" && merchantId !== undefined);

async function show(found: readonly Found[]): Promise<(ShownPayment | undefined)[]> {
  const all = found.flatMap(({ made }) => made ?? []);
  const [merchants, stateOf] = await Promise.all([
    merchantsOf(found.flatMap(({ record }) => record ?? [])),
    statesOf(all),
  ]);
  return found.map(({ made, record }) => {
    if (made) return ofMade(made, stateOf(made));
    return record && isPayment(record) ? ofRecord(record, merchants.get(record.merchantId ?? "")) : undefined;
  });
}

/** The part of a payment that may change. */
type State = Pick<ShownPayment, "status" | "amount" | "refunded" | "transactionId">;

/** Reads the states of payments. A payment between accounts is complete as soon as its entry exists. */
async function statesOf(made: readonly AccountPayment[]): Promise<(made: AccountPayment) => State> {
  const all = made.map((one) => ({ ...one, mode: "live" as const }));
  const [withdrawals, purchases] = await Promise.all([withdrawalsOf(all), purchasesOf(all)]);
  return ({ reference, amount, refunded, asset, hasLine, ...made }) => {
    const transactionId = hasLine ? made.transactionId : null;
    const withdrawal = withdrawals.get(idOf(reference, "withdrawal") ?? "");
    if (withdrawal) {
      const { state } = withdrawal;
      const status = withdrawalStatuses[state];
      return { status, amount, refunded: state === "returned" ? amount : 0n, transactionId };
    }
    const purchase = purchases.get(idOf(reference, "issuing_authorization") ?? "");
    if (purchase) {
      const { entry, refundedMinor } = purchase;
      const shownId = entry?.hasLine ? lineId(entry.entryId, asset) : transactionId;
      return { ...purchaseStatus(purchase, amount), refunded: refundedMinor, transactionId: shownId };
    }
    return { status: refunded === amount ? "refunded" : "completed", amount, refunded, transactionId };
  };
}

const ofMade = (made: AccountPayment, state: State): ShownPayment => ({
  id: made.paymentId,
  ...pick(made, "method", "direction", "fee", "saveback", "accountId", "createdAt"),
  asset: Assets.get(made.asset),
  ...state,
  description: made.description || null,
  counterparty: made.counterparty ?? null,
  merchantId: made.merchantId ?? null,
});

const ofRecord = (record: Transaction, counterparty: string | undefined): ShownPayment => ({
  id: record.transactionId,
  method: "card",
  direction: "out",
  asset: Assets.get(record.currency),
  amount: record.amountMinor,
  fee: 0n,
  saveback: record.savebackMinor ?? 0n,
  refunded: record.refundedMinor,
  status: statuses[record.status],
  description: record.description || null,
  counterparty: counterparty ?? null,
  merchantId: record.merchantId ?? null,
  accountId: null,
  transactionId: null,
  createdAt: record.createdAt,
});
