import { env } from "../kernel/env.ts";
import { log } from "../platform/log.ts";
import * as Demand from "../prices/demand.ts";
import { computedSeed } from "../prices/sources/settings.ts";
import { isAnybody } from "./subscribers.ts";

/**
 * How fast the feed is to be in the minute that begins: all the minute long, or once, or not at all.
 *
 * A feed that ticks day and night is most of what an idle stage costs. So `PRICE_FEED` may say that once a minute is
 * enough, and where it says `live`, real markets are asked once a minute too while nobody is subscribed to prices and
 * nobody has read any for 5 minutes. Whoever comes then finds prices that are a minute old, on which the platform still
 * acts, and the feed at its full pace from the next minute on.
 */
export type Pace = "minute long" | "once" | "off";

export async function now(): Promise<Pace> {
  const feed = env("PRICE_FEED", "live");
  if (feed === "off") return "off";
  if (feed === "minute") return "once";
  // The simulated market is of laptops and demonstrations, and answers without being asked.
  if (computedSeed() !== undefined) return "minute long";
  return (await isWanted()) ? "minute long" : "once";
}

async function isWanted(): Promise<boolean> {
  try {
    return (await Promise.all([Demand.isRead(), isAnybody()])).includes(true);
  } catch (error) {
    log.warn("whether anybody wants prices is not known", { error });
    return true;
  }
}
