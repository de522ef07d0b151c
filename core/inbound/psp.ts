import * as z from "zod";
import * as Checkout from "../payments/checkout/webhooks.ts";
import * as Merchants from "../payments/merchants/webhooks.ts";
import * as Payments from "../payments/payments/webhooks.ts";
import * as Subscriptions from "../payments/subscriptions/webhooks.ts";
import { log } from "../platform/log.ts";

/** What is done for each event of the payment provider (spec 3, section 6.1). */

/** An event as far as all have it in common. Ours are signed, yet none of their fields is taken for granted. */
const envelope = z.looseObject({
  id: z.string(),
  type: z.string(),
  /** The connected account that it happened in, by its id; missing where it was our own. */
  account: z.unknown().optional(),
});
const pspEvent = envelope.extend({
  /** UNIX seconds, by the provider's clock. */
  created: z.int().default(0),
  data: z.looseObject({ object: z.looseObject({}) }),
});
export type PspEvent = z.output<typeof pspEvent>;

/** Carries out an event and tells in a few words what that was. Idempotent, and right in whatever order events come. */
export type PspHandler = (event: PspEvent) => Promise<string>;

const handlers: ReadonlyMap<string, PspHandler> = new Map(
  Object.entries({
    ...Payments.handlers,
    ...Checkout.handlers,
    ...Subscriptions.handlers,
    ...Merchants.handlers,
  }),
);

/** What connected accounts tell of: themselves, and nothing else. Their payments are none of ours, whatever they say they are. */
const connected: ReadonlyMap<string, PspHandler> = new Map(Object.entries(Merchants.handlers));

export async function handle(body: string): Promise<string> {
  const json: unknown = JSON.parse(body);
  const { id: eventId, type, account } = envelope.parse(json);
  const isOurs = account === undefined || account === null;
  const handler = (isOurs ? handlers : connected).get(type);
  if (handler) return handler(pspEvent.parse(json));
  // What it says may look like anything: nobody reads it.
  log.info("an event of a kind that is not handled", { eventId, type, account });
  return isOurs ? "not handled" : "of a connected account";
}
