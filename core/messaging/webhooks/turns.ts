import * as z from "zod";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Lease from "../../platform/lease/index.ts";
import * as Table from "../../platform/table/index.ts";
import { webhookWaits } from "./entity.ts";
import { type Call, type Lane, wake } from "./wake.ts";

/**
 * Turns. Who sends to a webhook does so alone, so that a webhook never takes more than one of those who send. And a user's webhooks
 * are sent to a few at a time: those that never answer hold up their owner's, and nobody else's. Who gets no turn leaves: if the
 * webhook has one, its holder looks once more after it; if its owner has no more, whoever of them ends first calls for it.
 */

/** How many of a user's webhooks are sent to at a time, by lane. A part of what a lane has in all (`contract/consumers.ts`). */
export const OWNER_AT_ONCE: Readonly<Record<Lane, number>> = { quick: 4, slow: 2 };

/** Longer than a function may run. A holder that dies is relieved after this. */
const TURN_SECONDS = 60;
const WAITS_KEPT_SECONDS = 86_400;

const ofWebhook = (webhookId: string): string => `webhook:${webhookId}`;
const ofOwner = (userId: string, lane: Lane, nth: number): string => `webhooks:${lane}:${userId}:${nth}`;

export interface Turn {
  /** Gives the turn back, unless another has it by now, and calls for the webhooks that waited for it. */
  end(): Promise<void>;
}

/** Takes a webhook's turn. @returns undefined when somebody else has it, or its owner has no more */
export async function begin(call: Call, lane: Lane): Promise<Turn | undefined> {
  const own = ofWebhook(call.webhookId);
  const places = Array.from({ length: OWNER_AT_ONCE[lane] }, (_, nth) => ofOwner(call.userId, lane, nth));
  const [first, ...others] = await Lease.free([own, ...places]);
  // Most calls of a burst end here.
  if (first !== own) return undefined;
  const holder = Ids.secret(12);
  const place = (await take(others, holder)) ?? (await waitFor(places, call, lane, holder));
  if (place === undefined) return undefined;
  const end = async () => {
    await Promise.all([Lease.release(own, holder), Lease.release(place, holder)]);
    await callWaiting(call, lane);
  };
  if (await Lease.acquire(own, holder, TURN_SECONDS)) return { end };
  await end();
  return undefined;
}

/** Takes one of these leases. @returns its name; undefined when others have taken them all */
async function take(names: readonly string[], holder: string): Promise<string | undefined> {
  for (const name of names) if (await Lease.acquire(name, holder, TURN_SECONDS)) return name;
  return undefined;
}

/**
 * Notes that a webhook waits for a place. A place that was given back just before is taken instead: who gave it back may have looked
 * for whom to call before this was noted.
 */
async function waitFor(
  places: readonly string[],
  { userId, webhookId }: Call,
  lane: Lane,
  holder: string,
): Promise<string | undefined> {
  await Table.update({
    key: webhookWaits.key({ userId, lane }),
    update: "ADD webhookIds :one SET #ttl = :ttl",
    names: { "#ttl": "ttl" },
    values: { ":one": new Set([webhookId]), ":ttl": Clock.nowSeconds() + WAITS_KEPT_SECONDS },
  });
  return take(await Lease.free(places), holder);
}

const waitsItem = z.object({ webhookIds: z.set(z.string()).optional() });

/** Calls for the webhooks of an owner that wait for a place, each of which then tries again. */
async function callWaiting({ userId }: Call, lane: Lane): Promise<void> {
  const key = webhookWaits.key({ userId, lane });
  const item = await Table.get(key);
  const { webhookIds } = waitsItem.parse(item ?? {});
  if (!webhookIds) return;
  await Table.update({ key, update: "DELETE webhookIds :called", values: { ":called": webhookIds } });
  await wake(
    [...webhookIds].map((webhookId) => ({ userId, webhookId })),
    lane,
  );
}
