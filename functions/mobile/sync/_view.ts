import type * as Contract from "../../../contract/mobile/sync.ts";
import type { ResultOf } from "../../../contract/route.ts";
import { assertNever } from "../../../core/kernel/errors.ts";
import type { Language } from "../../../core/kernel/texts/index.ts";
import type { Change } from "../../../core/sync/pull.ts";
import type { Result } from "../../../core/sync/push.ts";
import type { SyncRecord } from "../../../core/sync/records.ts";
import * as LoyaltyView from "../../_views/loyalty.ts";
import * as View from "../../_views/mobile.ts";
import * as UserView from "../../_views/user.ts";

/** Views of synchronized records, equal to those of the collections' routes. */

type Pulled = ResultOf<typeof Contract.pull>["changes"][number];
function data(record: SyncRecord): object {
  switch (record.collection) {
    case "profile":
      return UserView.own(record.value);
    case "notifications":
      return View.notice(record.value);
    case "accounts":
      return View.account(record.value);
    case "transactions":
      return View.transaction(record.value);
    case "cards":
      return View.card(record.value);
    case "scheduledPayments":
      return View.scheduledPayment(record.value);
    case "loyalty":
      return LoyaltyView.card(record.value);
    case "preferences":
    case "notificationPreferences":
    case "beneficiaries":
      return record.value;
    default:
      return assertNever(record);
  }
}

export const change = ({ record, ...one }: Change): Pulled =>
  // The record belongs to the change's collection.
  ({ ...one, op: record ? "upsert" : "delete", data: record ? data(record) : null }) as Pulled;

export function result(one: Result, language: Language): ResultOf<typeof Contract.push>["results"][number] {
  const { clientChangeId, status } = one;
  if (status === "applied") return { clientChangeId, status, version: one.version };
  if (status === "conflict") {
    const { version, record } = one;
    return { clientChangeId, status, version, data: record ? { ...data(record) } : null };
  }
  const { message, details } = one.error.in(language);
  const { fields, ...more } = details;
  const problems = fields ?? (Object.keys(more).length > 0 ? more : undefined);
  return {
    clientChangeId,
    status,
    code: one.error.code,
    message,
    ...(problems !== undefined && { details: problems }),
  };
}
