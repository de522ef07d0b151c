import type { LiveActor } from "../identity/actor.ts";
import * as Assets from "../kernel/assets/index.ts";
import { lineId } from "../ledger/entry.ts";
import { purchaseStatus } from "../payments/issuing/authorizations/record.ts";
import { madePayment } from "../payments/made/entity.ts";
import type { Made, Method } from "../payments/made/schema.ts";
import type { Transaction } from "../payments/records/schema.ts";
import { ALWAYS, Merged } from "./merged.ts";
import * as Paging from "./paging.ts";
import * as Places from "./places.ts";
import { statuses } from "./records.ts";
import { idOf, merchantsOf, purchasesOf, withdrawalsOf } from "./related.ts";
import type { Status } from "./schema.ts";
import { statuses as withdrawn } from "./withdrawals.ts";

/** Payments, however they were made: from account to account, with a code, by schedule, by card. */

export interface ShownPayment {
  readonly id: string;
  readonly method: Method;
  readonly direction: "in" | "out";
  readonly asset: Assets.Asset;
  /** Base units. */
  readonly amount: bigint;
  /** The platform's commission of what the caller was paid, or what it takes beside what is paid to a bank account. */
  readonly fee: bigint;
  /** What of it its payer gets as saveback, of the merchant's share. */
  readonly saveback: bigint;
  readonly refunded: bigint;
  readonly status: Status;
  /** What its payer wrote. */
  readonly description: string | null;
  /** By name, never by address. */
  readonly counterparty: string | null;
  readonly merchantId: string | null;
  readonly accountId: string | null;
  /** The line of the account's history that it is; null of what no account has booked. */
  readonly transactionId: string | null;
  readonly createdAt: string;
}

export interface Page {
  readonly payments: readonly ShownPayment[];
  readonly next: string | undefined;
}

type Found = Places.Place &
  (
    | { readonly made: Made; readonly record?: never }
    | { readonly record: Transaction; readonly made?: never; readonly line?: never }
  );

/**
 * A page of the actor's payments, newest first: what the actor has paid, by account or card or to a bank account by
 * schedule, and was paid by others from their accounts. A page goes on where the one before ended, whatever was made meanwhile.
 * @throws INVALID_REQUEST for no cursor of this list
 */
export async function payments(
  actor: LiveActor,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page> {
  const merged = new Merged(sourcesOf(actor), ALWAYS, Paging.placeOf({ cursor }), limit + 1);
  const { rows, next } = await Paging.pageOf(merged, limit, show);
  return { payments: rows, next };
}

const sourcesOf = ({ userId }: Pick<LiveActor, "userId">): Places.Source<Found>[] => [
  madeBy(userId),
  Places.recordsOf(userId),
];

const madeBy = (userId: string): Places.Source<Found> => ({
  name: "",
  pk: madePayment.partition({ userId }),
  prefix: madePayment.prefix,
  read(item) {
    const made = madePayment.parse(item);
    return { createdAt: made.createdAt, source: "", sk: String(item["sk"]), made };
  },
});

/** Top-ups, transfers of the bank and what went back are no payments of their own. */
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

/** What may become of a payment that others carry out. */
type State = Pick<ShownPayment, "status" | "amount" | "refunded" | "transactionId">;

/** How payments stand: one from account to account is done with the entry that it is. */
async function statesOf(made: readonly Made[]): Promise<(made: Made) => State> {
  const all = made.map((one) => ({ ...one, mode: "live" as const }));
  const [withdrawals, purchases] = await Promise.all([withdrawalsOf(all), purchasesOf(all)]);
  return ({ reference, amount, refunded, asset, hasLine, ...made }) => {
    const transactionId = hasLine ? made.transactionId : null;
    const withdrawal = withdrawals.get(idOf(reference, "withdrawal") ?? "");
    if (withdrawal) {
      const { state } = withdrawal;
      const status = withdrawn[state];
      return { status, amount, refunded: state === "returned" ? amount : 0n, transactionId };
    }
    const purchase = purchases.get(idOf(reference, "issuing_authorization") ?? "");
    if (purchase) {
      const { entry, refundedMinor } = purchase;
      const told = entry?.hasLine ? lineId(entry.entryId, asset) : transactionId;
      return { ...purchaseStatus(purchase, amount), refunded: refundedMinor, transactionId: told };
    }
    return { status: refunded === amount ? "refunded" : "completed", amount, refunded, transactionId };
  };
}

const ofMade = (made: Made, state: State): ShownPayment => ({
  id: made.paymentId,
  method: made.method,
  direction: made.direction,
  asset: Assets.get(made.asset),
  ...state,
  fee: made.fee,
  saveback: made.saveback,
  description: made.description || null,
  counterparty: made.counterparty ?? null,
  merchantId: made.merchantId ?? null,
  accountId: made.accountId,
  createdAt: made.createdAt,
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
