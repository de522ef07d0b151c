import type * as Contract from "../../../contract/mobile/sync.ts";
import type { ResultOf } from "../../../contract/route.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import * as Money from "../../../core/kernel/money/index.ts";
import type { Language } from "../../../core/kernel/texts/index.ts";
import type { Wallet } from "../../../core/ledger/wallets/schema.ts";
import type { Card } from "../../../core/payments/cards/schema.ts";
import type { Change } from "../../../core/sync/pull.ts";
import type { Result } from "../../../core/sync/push.ts";
import type { Shown } from "../../../core/sync/records.ts";
import type { AccountTransaction } from "../../../core/sync/transactions.ts";
import * as NoticeView from "../../_views/notice.ts";
import * as UserView from "../../_views/user.ts";

/** What devices get of records: as the collections' own routes show them. */

type Pulled = ResultOf<typeof Contract.pull>["changes"][number];
type Pushed = ResultOf<typeof Contract.push>["results"][number];

const account = ({ id, asset, available, held, createdAt }: Wallet): Contract.DataOf<"accounts"> => {
  const amount = (units: bigint) => Money.toNumber(units, asset.decimals);
  return {
    id,
    name: asset.name,
    type: Assets.isMoney(asset.symbol) ? "fiat" : "crypto",
    currency: asset.symbol,
    balance: amount(available + held),
    availableBalance: amount(available),
    lockedBalance: amount(held),
    iban: null,
    isDefault: asset.symbol === "EUR",
    createdAt,
  };
};

const transaction = ({
  asset,
  amount,
  fee,
  status,
  updatedAt: _,
  ...one
}: AccountTransaction): Contract.DataOf<"transactions"> => ({
  ...one,
  status,
  amount: Money.toNumber(amount, asset.decimals),
  currency: asset.symbol,
  fee: Money.toNumber(fee, asset.decimals),
});

const card = ({ cardId, status, ...one }: Card): Contract.DataOf<"cards"> => ({
  id: cardId,
  source: "saved",
  type: one.type,
  status: status === "locked" ? "frozen" : status,
  brand: one.brand,
  last4: one.last4,
  expiryMonth: one.expMonth,
  expiryYear: one.expYear,
  isDefault: one.isDefault,
  createdAt: one.createdAt,
});

function data(record: Shown): object {
  switch (record.collection) {
    case "profile":
      return UserView.own(record.value);
    case "notifications":
      return NoticeView.shown(record.value);
    case "accounts":
      return account(record.value);
    case "transactions":
      return transaction(record.value);
    case "cards":
      return card(record.value);
    default:
      return record.value;
  }
}

export const change = ({ record, ...one }: Change): Pulled =>
  // The record is of the change's collection.
  ({ ...one, op: record ? "upsert" : "delete", data: record ? data(record) : null }) as Pulled;

export function result(one: Result, language: Language): Pushed {
  const { clientChangeId, status } = one;
  if (status === "applied") return { clientChangeId, status, version: one.version };
  if (status === "conflict") {
    const { version, record } = one;
    return { clientChangeId, status, version, data: record ? { ...data(record) } : null };
  }
  const { message, details } = one.error.in(language);
  const { fields, ...more } = details;
  const told = fields ?? (Object.keys(more).length > 0 ? more : undefined);
  return {
    clientChangeId,
    status,
    code: one.error.code,
    message,
    ...(told !== undefined && { details: told }),
  };
}
