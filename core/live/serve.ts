import * as Clock from "../kernel/clock/index.ts";
import * as Sockets from "../platform/connections.ts";
import { log } from "../platform/log.ts";
import { latest, type Tick } from "../prices/latest.ts";
import { listen } from "./changes.ts";
import * as Connections from "./connections.ts";
import { type Figures, startDelivery } from "./delivery.ts";
import * as Members from "./members.ts";
import { Newest } from "./newest.ts";
import * as Recount from "./recount.ts";
import { encode } from "./update.ts";

/**
 * Serves one shard from memory: its list of subscribers, looked up about every second, and their deliveries.
 *
 * Whoever is new to a symbol since the last look is offered its newest tick, for those that came in between passed it by; so is
 * everybody when a server begins, for the one before may have ended with ticks in hand. A price that does not change again
 * would be missed for good otherwise. At worst somebody is told a price twice.
 */

const REFRESH_MS = 1000;
/** A post that takes longer is given up on: by then there may be a newer price. */
const POST_TIMEOUT_MS = 2000;

/** What was published so long before a subscription is in the table by then, and told with the answer to it. */
const SAVED_WITHIN_MS = 50;

export interface ShardServer {
  /** Hands ticks to those who are subscribed, but for what they were told before. */
  publish(ticks: Iterable<Tick>): void;
  figures(): Figures;
  /** Ends it; posts under way end within 2 seconds. */
  close(): Promise<void>;
}

/** Begins to serve a shard: resolves when its subscribers and the latest ticks are known, or could not be read for now. */
export async function serve(shard: number): Promise<ShardServer> {
  let members = new Map<string, Members.Member>();
  const newest = new Newest();
  const recount = Recount.of(shard);
  let caughtUp = false;
  // Changes that were heard of while the list was being read: it may show the time before them.
  const heard: (() => void)[] = [];
  let refreshing: Promise<void> | undefined;

  const cleanUp = (connectionId: string): void => {
    members.delete(connectionId);
    Connections.close(connectionId).catch((error: unknown) =>
      log.warn("a connection that is gone was not cleaned up", { connectionId, error }),
    );
  };
  const delivery = startDelivery({
    post: (connectionId, tick) => Sockets.post(connectionId, encode(tick), { timeoutMs: POST_TIMEOUT_MS }),
    gone: cleanUp,
  });

  function push(ticks: readonly Tick[]): void {
    if (ticks.length === 0) return;
    for (const { connectionId, symbols, quietUntilMs } of members.values())
      for (const tick of ticks)
        if (symbols.has(tick.symbol)) delivery.offer(connectionId, tick, quietUntilMs);
  }

  /** Offers a member the newest tick of each symbol that it did not have before, unless it was told that with the answer. */
  function welcome(member: Members.Member, had: Members.Member | undefined): void {
    const { connectionId, symbols, quietUntilMs } = member;
    const sinceMs = Members.subscribedMs(member) - SAVED_WITHIN_MS;
    for (const symbol of symbols) {
      const tick = had?.symbols.has(symbol) ? undefined : newest.of(symbol, sinceMs);
      if (tick) delivery.offer(connectionId, tick, quietUntilMs);
    }
  }

  const unlisten = listen(({ shard: where, connectionId, member }) => {
    if (where !== shard) return;
    const had = members.get(connectionId);
    const apply = () => {
      if (member) members.set(connectionId, member);
      else members.delete(connectionId);
    };
    apply();
    if (member) welcome(member, had);
    else delivery.forget(connectionId);
    if (refreshing) heard.push(apply);
  });

  async function look(): Promise<void> {
    const listed = await recount.list();
    const before = members;
    members = new Map(listed.map((one) => [one.connectionId, one]));
    for (const apply of heard) apply();
    for (const member of members.values()) welcome(member, before.get(member.connectionId));
    for (const id of before.keys()) if (!members.has(id)) delivery.forget(id);
    for (const { connectionId, openedMs } of listed)
      if (Clock.nowMs() - openedMs > Connections.LONGEST_MS) cleanUp(connectionId);
  }

  /** What the server before may have left. It is offered to all who are there, and to others when they are found. */
  async function catchUp(): Promise<void> {
    if (caughtUp) return;
    const ticks = await latest();
    caughtUp = true;
    push(newest.fill(ticks.values()));
  }

  async function read(): Promise<void> {
    try {
      await look();
      await catchUp();
    } catch (error) {
      // The list that it has is good enough until the next look.
      log.warn("the subscribers of a shard were not read", { shard, error });
    } finally {
      heard.length = 0;
      refreshing = undefined;
    }
  }
  const refresh = (): Promise<void> => {
    refreshing ??= read();
    return refreshing;
  };

  await refresh();
  const timer = setInterval(refresh, REFRESH_MS);
  timer.unref();
  return {
    publish: (ticks) => push(newest.take(ticks)),
    figures: delivery.figures,
    async close() {
      clearInterval(timer);
      unlisten();
      await Promise.all([refreshing, delivery.close()]);
    },
  };
}
