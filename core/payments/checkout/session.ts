import * as z from "zod";
import type { PspEvent } from "../../inbound/psp.ts";
import { metadata, optionalId, text } from "../records/psp-objects.ts";

/** What an event says of a checkout session. Nothing but its id is taken for granted. */

export const sessionObject = z.looseObject({
  id: z.string(),
  payment_status: text,
  /** Minor units. Where it is not readable, the event waits for a person among the dead letters. */
  amount_total: z.int().nullish(),
  currency: z.string().nullish(),
  payment_intent: optionalId,
  subscription: optionalId,
  /** Of a subscription's first period. */
  invoice: optionalId,
  metadata,
});
export type SessionObject = z.output<typeof sessionObject>;

/** The session that an event is of. @throws ZodError when it is none */
export const sessionOf = ({ data }: PspEvent): SessionObject => sessionObject.parse(data.object);
