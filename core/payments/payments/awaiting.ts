import { checkAdministrator, type LiveActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Table from "../../platform/table/index.ts";
import { type ListPage, list as listOf } from "../../platform/table/list.ts";
import { transaction } from "../records/entity.ts";
import * as Transactions from "../records/index.ts";
import type { Transaction } from "../records/schema.ts";
import { isExpired } from "./decision.ts";
import { awaitingApproval } from "./entity.ts";

/** The queue of payments that an administrator must decide on. */

/** Whether there is something to decide. */
const isOpen = ({ entryId, status, approval }: Transaction): boolean =>
  entryId === undefined &&
  status !== "CANCELED" &&
  (approval === undefined || isExpired(approval, Clock.nowMs()));

/**
 * A page of them, newest first. It may be shorter than was asked for, and have a next one.
 * @param after the id of the payment that the page before ended with
 * @throws FORBIDDEN
 */
export async function awaiting(
  actor: LiveActor,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<ListPage<Transaction>> {
  checkAdministrator(actor);
  const last = after === undefined ? undefined : await Transactions.find(after);
  const page = { limit, after: last && awaitingApproval.key(last) };
  const { items, next } = await listOf(awaitingApproval, {}, page);
  const found = await Table.getMany(items.map(Transactions.keyOf));
  const all = found.flatMap((item) => (item ? [transaction.parse(item)] : []));
  return {
    items: all.filter(isOpen),
    next: next && all.find((one) => one.transactionId === next.transactionId),
  };
}
