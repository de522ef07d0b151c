import type * as Contract from "../../../contract/mobile/sync.ts";
import type { ResultOf } from "../../../contract/route.ts";
import type { Language } from "../../../core/kernel/texts/index.ts";
import type { Change } from "../../../core/sync/pull.ts";
import type { Result } from "../../../core/sync/push.ts";
import type { Shown } from "../../../core/sync/records.ts";
import * as AccountView from "../../_views/account.ts";
import * as CardView from "../../_views/card.ts";
import * as LoyaltyView from "../../_views/loyalty.ts";
import * as NoticeView from "../../_views/notice.ts";
import * as ScheduledView from "../../_views/scheduled.ts";
import * as UserView from "../../_views/user.ts";

/** What devices get of records: as the collections' own routes show them. */

type Pulled = ResultOf<typeof Contract.pull>["changes"][number];
type Pushed = ResultOf<typeof Contract.push>["results"][number];

function data(record: Shown): object {
  switch (record.collection) {
    case "profile":
      return UserView.own(record.value);
    case "notifications":
      return NoticeView.shown(record.value);
    case "accounts":
      return AccountView.account(record.value);
    case "transactions":
      return AccountView.transaction(record.value);
    case "cards":
      return CardView.either(record.value);
    case "scheduledPayments":
      return ScheduledView.shown(record.value);
    case "loyalty":
      return LoyaltyView.card(record.value);
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
