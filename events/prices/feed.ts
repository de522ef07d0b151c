import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { currentPace, open } from "../../core/live/feed.ts";
import * as Feed from "../../core/prices/feed.ts";
import { configured } from "../../core/prices/sources/configured.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute, for that minute: stores the source's prices and pushes them to subscribers, at the rate of `PRICE_FEED`. */
export const handler = scheduled(async ({ time }, context): Promise<Feed.Run> => {
  const pace = await currentPace();
  if (pace === "off") return { ended: "off", ticks: 0, snapshots: 0 };
  return Feed.run({
    source: configured(),
    once: pace === "once",
    openPublisher: open,
    startedMs: Date.parse(time),
    holder: randomUUID(),
    remainingMs: () => context.getRemainingTimeInMillis(),
    sleep: (ms) => sleep(ms),
  });
});
