import * as Table from "../../platform/table/index.ts";
import { webhook } from "./entity.ts";
import type { Webhook } from "./schema.ts";
import type { Lane } from "./wake.ts";

/**
 * Which lane a webhook is served in. Each begins in the slow one: that a receiver is quick is something it has to show, and show
 * anew after it once was not, so that neither a new webhook nor a new address buys a place among the quick.
 */

/** A receiver that takes longer is slow, and served apart until it has shown otherwise. */
export const SLOW_MS = 5000;
/** After so many quick turns one after the other a webhook is served with the quick ones. */
export const QUICK_AFTER = 3;

export const laneOf = ({ quickTurns = 0 }: Webhook): Lane => (quickTurns >= QUICK_AFTER ? "quick" : "slow");

/** Notes whether a receiver was quick throughout a turn. Whoever has the turn is alone in this. */
export async function note(hook: Webhook, quick: boolean): Promise<void> {
  const { quickTurns = 0, url } = hook;
  const turns = quick ? Math.min(quickTurns + 1, QUICK_AFTER) : 0;
  if (turns === quickTurns) return;
  try {
    await Table.update({
      key: webhook.key(hook),
      update: "SET quickTurns = :turns",
      // What the receiver at one address does says nothing of the next.
      condition: "#url = :url",
      names: { "#url": "url" },
      values: { ":turns": turns, ":url": url },
    });
  } catch (error) {
    if (!(error instanceof Table.ConditionFailed)) throw error;
  }
}
