import type { MobileActor } from "../identity/actor.ts";
import * as Clock from "../kernel/clock/index.ts";
import { log } from "../platform/log.ts";
import * as Table from "../platform/table/index.ts";
import * as Cursors from "./cursor.ts";
import { syncDevice, syncHead } from "./entity.ts";
import { collections } from "./schema.ts";

/** How far devices have come. Notes of it are for the user's eyes: what cannot be written down stops nothing. */

const KEPT_SECONDS = 60 * 86_400;

async function note({ userId, deviceId }: MobileActor, set: object): Promise<void> {
  try {
    const ttl = Clock.nowSeconds() + KEPT_SECONDS;
    await Table.update(syncDevice.key({ userId, deviceId }), { set: { ...set, ttl } });
  } catch (error) {
    log.warn("how far a device has come was not noted", { userId, error });
  }
}

/** Notes that the actor's device pulls. @param seq what it knows, as its cursor says; of a snapshot not yet */
export const pulled = (actor: MobileActor, seq: number | undefined): Promise<void> =>
  note(actor, { lastPulledAt: Clock.nowIso(), ...(seq !== undefined && { seq }) });

export const pushed = (actor: MobileActor): Promise<void> => note(actor, { lastPushedAt: Clock.nowIso() });

export interface Status {
  /** Of the feed's end: what is pulled with it has changed since. */
  readonly cursor: string;
  /** How many changes the device has yet to pull; null before its first one. */
  readonly pending: number | null;
  readonly lastPulledAt: string | null;
  readonly lastPushedAt: string | null;
}

/** Where the actor's feed and device stand. */
export async function status(actor: MobileActor): Promise<Status> {
  const { userId, deviceId } = actor;
  const at = Clock.nowSeconds();
  const [head, item] = await Table.getMany([syncHead.key({ userId }), syncDevice.key({ userId, deviceId })]);
  const seq = head ? syncHead.parse(head).seq : 0;
  const device = item && syncDevice.parse(item);
  return {
    cursor: await Cursors.write(actor, { seq, at, wanted: collections }),
    pending: device?.seq === undefined ? null : Math.max(0, seq - device.seq),
    lastPulledAt: device?.lastPulledAt ?? null,
    lastPushedAt: device?.lastPushedAt ?? null,
  };
}
