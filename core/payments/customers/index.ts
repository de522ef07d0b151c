import type { LiveActor } from "../../identity/actor.ts";
import { SvcError } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import { log } from "../../platform/log.ts";
import { ProviderRefused } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { OWNER } from "../records/psp-objects.ts";
import { customerReference, pspCustomer } from "./entity.ts";

/**
 * A user as the payment provider's customer: made when the first card, payment or order needs it. Name and
 * address are sent apart from its making: they are for receipts, and nothing waits for them.
 */

/** What says whom the provider knows a user as. */
export const keyOf = (userId: string): Table.Key => pspCustomer.key({ userId });

/** The id of the actor's customer; it is made where there is none. @throws as `Psp.call` */
export async function ensure(actor: LiveActor): Promise<string> {
  const known = await Table.find(pspCustomer, actor);
  if (!known) return create(actor);
  const { customerId } = known;
  if (known.detailsHash !== hashOf(actor)) {
    const detailsHash = await sendDetails(customerId, actor);
    if (detailsHash !== undefined) await Table.update(pspCustomer.key(actor), { set: { detailsHash } });
  }
  return customerId;
}

/** Makes the actor's customer, or finds the one that an earlier request has made. @returns its id */
async function create(actor: LiveActor): Promise<string> {
  const { userId } = actor;
  // The same key and the same words for every try: however many requests come here at once, one customer is
  // made.
  const idempotencyKey = Psp.keyOf(`customer ${userId}`, "create");
  const { id: customerId } = await Psp.call((stripe) =>
    stripe.customers.create({ metadata: { [OWNER]: userId } }, { idempotencyKey }),
  );
  const detailsHash = await sendDetails(customerId, actor);
  const isFirst = await Table.tryCommit([
    { put: { ...pspCustomer.key(actor), customerId, detailsHash }, where: Where.absent },
    { put: customerReference.item({ customerId, userId }) },
  ]);
  return isFirst ? customerId : ((await find(userId)) ?? customerId);
}

/** What the provider has of a user, hashed: to see whether it is still true. */
const hashOf = ({ email, name }: LiveActor): string => sha256Hex(JSON.stringify([email, name]));

/**
 * Sends the provider the actor's name and address.
 * @returns their hash; undefined where a later try may succeed
 */
async function sendDetails(customerId: string, actor: LiveActor): Promise<string | undefined> {
  const { email, name } = actor;
  try {
    await Psp.call((stripe) => stripe.customers.update(customerId, { email, name }));
  } catch (error) {
    const isRefused = error instanceof SvcError && error.is(ProviderRefused);
    log.warn("the provider has not taken a customer's name", { customerId, isRefused, error });
    if (!isRefused) return undefined;
  }
  return hashOf(actor);
}

/** The id of a user's customer, or undefined. */
export const find = async (userId: string): Promise<string | undefined> =>
  (await Table.find(pspCustomer, { userId }))?.customerId;

/** The user whom a customer is, or undefined where it is none of ours. */
export const userOf = async (customerId: string): Promise<string | undefined> =>
  (await Table.find(customerReference, { customerId }))?.userId;
