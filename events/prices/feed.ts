import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context, ScheduledEvent } from "aws-lambda";
import { open } from "../../core/live/publisher.ts";
import * as Feed from "../../core/prices/feed.ts";
import { configured } from "../../core/prices/sources/configured.ts";

/** Every minute, for that minute: prices from their source to the table and to subscribers. */
export const handler = ({ time }: Pick<ScheduledEvent, "time">, context: Context): Promise<Feed.Run> =>
  Feed.run({
    source: configured(),
    openPublisher: open,
    startedMs: Date.parse(time),
    holder: randomUUID(),
    remainingMs: () => context.getRemainingTimeInMillis(),
    sleep: (ms) => sleep(ms),
  });
