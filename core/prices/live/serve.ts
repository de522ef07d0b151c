import * as Clock from "../../clock/index.ts";
import * as Sockets from "../../platform/connections.ts";
import { log } from "../../platform/log.ts";
import type { Tick } from "../latest.ts";
import { listen } from "./changes.ts";
import * as Connections from "./connections.ts";
import { type Figures, startDelivery } from "./delivery.ts";
import * as Members from "./members.ts";
import { encode } from "./update.ts";

/** Serves one shard from memory: its list of subscribers, looked up about every second, and their deliveries. */

const REFRESH_MS = 1000;
/** A post that takes longer is given up on: by then there is a newer price. */
const POST_TIMEOUT_MS = 2000;

export interface ShardServer {
  /** Hands ticks to those who are subscribed. */
  publish(ticks: readonly Tick[]): void;
  figures(): Figures;
  /** Ends it; posts under way end within 2 seconds. */
  close(): Promise<void>;
}

/** Begins to serve a shard: resolves when its subscribers are known, or their list could not be read for now. */
export async function serve(shard: number): Promise<ShardServer> {
  let members = new Map<string, Members.Member>();
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

  const unlisten = listen((change) => {
    if (change.shard !== shard) return;
    const apply = () => {
      if (change.member) members.set(change.connectionId, change.member);
      else members.delete(change.connectionId);
    };
    apply();
    if (!change.member) delivery.forget(change.connectionId);
    if (refreshing) heard.push(apply);
  });

  async function read(): Promise<void> {
    try {
      const listed = await Members.list(shard);
      const before = members;
      members = new Map(listed.map((one) => [one.connectionId, one]));
      for (const apply of heard) apply();
      for (const id of before.keys()) if (!members.has(id)) delivery.forget(id);
      for (const { connectionId, openedMs } of listed)
        if (Clock.nowMs() - openedMs > Connections.LONGEST_MS) cleanUp(connectionId);
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
    publish(ticks) {
      for (const { connectionId, symbols, quietUntilMs } of members.values()) {
        for (const tick of ticks)
          if (symbols.has(tick.symbol)) delivery.offer(connectionId, tick, quietUntilMs);
      }
    },
    figures: delivery.figures,
    async close() {
      clearInterval(timer);
      unlisten();
      await Promise.all([refreshing, delivery.close()]);
    },
  };
}
