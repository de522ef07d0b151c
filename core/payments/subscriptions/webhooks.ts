import * as z from "zod";
import type { PspEvent, PspHandler } from "../../inbound/psp.ts";
import { log } from "../../platform/log.ts";
import * as Psp from "../../platform/psp/index.ts";
import { metadata, ORDER, optionalId, PLAN, text } from "../records/psp-objects.ts";
import * as Subscriptions from "./index.ts";
import type { SubscriptionEvent } from "./schema.ts";

/** The provider's events of subscriptions (spec 3, section 6.1). */

/** UNIX seconds, up to the year 9999, the last one of ISO 8601. */
const seconds = z.int().min(0).max(253_402_300_799).transform(BigInt).optional().catch(undefined);

/** A subscription in an event. Only its id is required. */
const subscriptionObject = z.looseObject({
  id: z.string(),
  customer: optionalId,
  status: text,
  created: seconds,
  cancel_at_period_end: z.boolean().optional().catch(undefined),
  /** The former field of the period's end, which is now at the items. */
  current_period_end: seconds,
  metadata,
  items: z
    .looseObject({
      data: z.array(
        z.looseObject({
          current_period_end: seconds,
          price: z.looseObject({ id: text, lookup_key: text, nickname: text }).optional().catch(undefined),
        }),
      ),
    })
    .optional()
    .catch(undefined),
});

function toEvent(
  kind: SubscriptionEvent["kind"],
  { created: atSeconds }: PspEvent,
  one: z.output<typeof subscriptionObject>,
): SubscriptionEvent {
  const [item] = one.items?.data ?? [];
  return {
    kind,
    subscriptionId: one.id,
    atSeconds: BigInt(atSeconds),
    createdSeconds: one.created,
    orderId: one.metadata[ORDER],
    plan: item?.price?.lookup_key ?? item?.price?.nickname ?? one.metadata[PLAN] ?? one.metadata["plan"],
    priceId: item?.price?.id,
    status: one.status,
    currentPeriodEndSeconds: item?.current_period_end ?? one.current_period_end,
    cancelAtPeriodEnd: one.cancel_at_period_end,
  };
}

const handle =
  (kind: SubscriptionEvent["kind"]): PspHandler =>
  async (event) => {
    const one = subscriptionObject.parse(event.data.object);
    const userId = await Subscriptions.findOwner({
      customer: one.customer,
      metadata: one.metadata,
      subscriptionId: one.id,
    });
    const present = async () => {
      const now = await Psp.find((stripe) => stripe.subscriptions.retrieve(one.id));
      return now && toEvent(kind, event, subscriptionObject.parse(now));
    };
    if (userId !== undefined) return Subscriptions.apply(userId, toEvent(kind, event, one), present);
    log.info("payment provider: event of an unknown subscription, ignored", {
      eventId: event.id,
      subscriptionId: one.id,
    });
    return "not ours";
  };

export const handlers: Readonly<Record<string, PspHandler>> = {
  "customer.subscription.created": handle("created"),
  "customer.subscription.updated": handle("updated"),
  "customer.subscription.deleted": handle("deleted"),
};
