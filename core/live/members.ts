import * as Clock from "../kernel/clock/index.ts";
import * as Table from "../platform/table/index.ts";
import { announce } from "./changes.ts";
import { liveConnection, liveMember } from "./entity.ts";

/** Who of a shard is subscribed to what. */

export interface Member {
  readonly connectionId: string;
  readonly openedMs: number;
  readonly symbols: ReadonlySet<string>;
  /** Until then the answer to its last subscription goes first: no price may overtake it. */
  readonly quietUntilMs: number;
}

/** What an answer to a subscription takes at most, as a rule; beyond it a price might come before it. */
const QUIET_MS = 250;

/** When a member last subscribed to something. Pure. */
export const subscribedMs = ({ quietUntilMs }: Member): number => quietUntilMs - QUIET_MS;

function toMember(item: Table.Item): Member {
  return {
    connectionId: String(item["connectionId"]),
    openedMs: Number(item["openedMs"]),
    symbols: (item["symbols"] ?? new Set()) as Set<string>,
    quietUntilMs: Number(item["quietUntilMs"]),
  };
}

/** Items of a page: decoding a thousand at once would hold up the posts for a tick's length. */
const PAGE = 100;

/** The connections of a shard, those that are subscribed to nothing included. */
export async function list(shard: number): Promise<Member[]> {
  const pk = liveMember.partition({ shard: String(shard) });
  const members: Member[] = [];
  let after: Table.Item | undefined;
  do {
    const page: Table.Page = await Table.query({ pk, limit: PAGE, after });
    members.push(...page.items.map(toMember));
    after = page.next;
  } while (after);
  return members;
}

/**
 * Subscribes a connection, for all that is to come.
 * @returns false when there is no such connection
 */
export const subscribe = (connectionId: string, symbols: readonly string[]): Promise<boolean> =>
  change(connectionId, "ADD symbols :symbols SET quietUntilMs = :quiet", {
    ":symbols": new Set(symbols),
    ":quiet": Clock.nowMs() + QUIET_MS,
  });

/** Ends subscriptions; those that there are not, have ended. @returns false when there is no such connection */
export const unsubscribe = (connectionId: string, symbols: readonly string[]): Promise<boolean> =>
  change(connectionId, "DELETE symbols :symbols", { ":symbols": new Set(symbols) });

async function change(
  connectionId: string,
  update: string,
  values: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const connection = await Table.get(liveConnection.key({ connectionId }));
  if (!connection) return false;
  const shard = Number(connection["shard"]);
  try {
    const key = liveMember.key({ shard: String(shard), connectionId });
    const item = await Table.update({ key, update, condition: "attribute_exists(pk)", values });
    announce({ shard, connectionId, member: toMember(item) });
    return true;
  } catch (error) {
    if (error instanceof Table.ConditionFailed) return false;
    throw error;
  }
}
