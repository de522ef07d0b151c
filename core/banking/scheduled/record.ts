import * as Clock from "../../kernel/clock/index.ts";
import * as Due from "../../platform/due/index.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { scheduledCount, scheduledDue, scheduledPayment } from "./entity.ts";
import type { ScheduledPayment } from "./schema.ts";

/** The writes of a scheduled payment, each over exactly the version that was read. */

type Changed = Partial<
  Pick<
    ScheduledPayment,
    "tries" | "paid" | "failure" | "receiverId" | "nextRunAt" | "lastRunAt" | "lastTransactionId"
  >
>;

/** It goes on: what of it is another, and when it is tried next. */
export const goingOn = (
  one: ScheduledPayment,
  nextRunAt: string,
  changed: Changed,
): readonly Table.Write[] => [
  {
    update: scheduledPayment.key(one),
    set: {
      ...changed,
      ...{ nextRunAt, updatedAt: Clock.nowIso() },
      ...scheduledDue.at(one.scheduledId, nextRunAt),
    },
    add: { version: 1 },
    where: asRead(one),
  },
];

/** It has ended: nothing finds it any more as due, and its owner may have another one. */
export const ending = (
  one: ScheduledPayment,
  status: Exclude<ScheduledPayment["status"], "active">,
  changed: Changed = {},
): readonly Table.Write[] => [
  {
    update: scheduledPayment.key(one),
    set: { ...changed, status, nextRunAt: undefined, updatedAt: Clock.nowIso(), ...Due.done },
    add: { version: 1 },
    where: asRead(one),
  },
  { update: scheduledCount.key(one), add: { count: -1 } },
];

const asRead = ({ version }: ScheduledPayment): Where.Where => Where.is({ version, status: "active" });
