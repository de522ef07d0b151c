import type { KeyActor } from "../identity/actor.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import { sha256Hex } from "../kernel/sha256.ts";
import { MINUTE_SECONDS, toIso } from "../kernel/time.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { liveTicket } from "./entity.ts";
import { InvalidTicket } from "./errors.ts";
import { TICKET_SECONDS } from "./schema.ts";

/**
 * Tickets open one connection each, without the API key that created them, because a browser can send a credential only in the
 * address, which appears in logs and histories. The table stores a ticket's hash.
 */

interface Ticket {
  readonly ticketId: string;
  /** The secret. */
  readonly ticket: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** Creates a ticket of the actor's API key. */
export async function create({ apiKey: { keyId } }: Pick<KeyActor, "apiKey">): Promise<Ticket> {
  const ticket = Ids.secret();
  const nowMs = Clock.nowMs();
  const expiresMs = nowMs + TICKET_SECONDS * 1000;
  const item = {
    hash: sha256Hex(ticket),
    keyId,
    expiresMs,
    ttl: Math.floor(expiresMs / 1000) + MINUTE_SECONDS,
  };
  await Table.put(liveTicket.item(item), Where.absent);
  return {
    ticketId: Ids.create("ticket", nowMs),
    ticket,
    createdAt: toIso(nowMs),
    expiresAt: toIso(expiresMs),
  };
}

/** Uses a ticket up. Of parallel calls one succeeds. @returns the id of its API key @throws INVALID_TICKET */
export async function redeem(ticket: string): Promise<string> {
  const hash = sha256Hex(ticket);
  const stored = await Table.find(liveTicket, { hash });
  if (!stored || stored.expiresMs <= Clock.nowMs()) throw fail(InvalidTicket);
  await Table.commit([
    { remove: liveTicket.key({ hash }), where: Where.exists, onConditionFailed: InvalidTicket },
  ]);
  return stored.keyId;
}
