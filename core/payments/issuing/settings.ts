import type { LiveActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Table from "../../platform/table/index.ts";
import { notPayable } from "../cards/holder.ts";
import { changingCard, find, notFound } from "./holding.ts";
import type { IssuedCard, Limits, Settings } from "./schema.ts";

/** What a card may be used for, as its owner says: every authorization is held against it. */

const switches = ["onlinePayments", "contactless", "atmWithdrawals", "abroad"] as const;
const limits = ["perTransaction", "daily", "monthly"] as const;

/** A change of settings: what it does not name stays. A limit that is null is taken away. */
export type SettingsChange = {
  readonly [K in (typeof switches)[number]]?: boolean | undefined;
} & { readonly limits?: { readonly [K in keyof Limits]?: bigint | null } };

/** The settings after a change. */
export function after(before: Settings, change: SettingsChange): Settings {
  const kept = Object.fromEntries(switches.map((name) => [name, change[name] ?? before[name]]));
  const limit = (name: keyof Limits): bigint | undefined => {
    const wanted = change.limits?.[name];
    return wanted === undefined ? before.limits[name] : (wanted ?? undefined);
  };
  return {
    ...before,
    ...kept,
    limits: { perTransaction: limit("perTransaction"), daily: limit("daily"), monthly: limit("monthly") },
  };
}

/** Whether a card may be used for more than before: whoever holds an unlocked telephone must not do that. */
export const loosens = (before: Settings, now: Settings): boolean =>
  switches.some((name) => now[name] && !before[name]) ||
  limits.some((name) => {
    const [was, is] = [before.limits[name], now.limits[name]];
    return was !== undefined && (is === undefined || is > was);
  });

/**
 * Changes a card's settings.
 * @param confirm is called before what loosens them
 * @throws CARD_NOT_FOUND, CARD_NOT_ACTIVE of a canceled one; what `confirm` throws
 */
export const change = (
  actor: LiveActor,
  cardId: string,
  wanted: SettingsChange,
  confirm: () => Promise<void>,
): Promise<IssuedCard> =>
  Table.change(
    () => find(actor, cardId),
    async (card) => {
      if (!card) throw notFound();
      if (card.status === "canceled") throw notPayable(card);
      const settings = after(card.settings, wanted);
      if (loosens(card.settings, settings)) await confirm();
      const updatedAt = Clock.nowIso();
      return {
        writes: [changingCard(card, { settings, updatedAt })],
        result: { ...card, settings, updatedAt, version: card.version + 1n },
      };
    },
  );
