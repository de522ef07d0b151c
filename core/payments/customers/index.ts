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
 * A user as the payment provider's customer, created for the first card, payment or order. Name and email are sent in a
 * separate call: they are for receipts, and no request depends on them.
 */

export const keyOf = (userId: string): Table.Key => pspCustomer.key({ userId });

/** Returns the id of the actor's customer, which is created if it is missing. @throws as `Psp.call` */
export async function ensure(actor: LiveActor): Promise<string> {
  const known = await Table.find(pspCustomer, actor);
  if (!known) return create(actor);
  const { customerId } = known;
  if (known.detailsHash !== hashDetails(actor)) {
    const detailsHash = await sendDetails(customerId, actor);
    if (detailsHash !== undefined) await Table.update(pspCustomer.key(actor), { set: { detailsHash } });
  }
  return customerId;
}

/** Creates the actor's customer, or finds the one of an earlier request. @returns its id */
async function create(actor: LiveActor): Promise<string> {
  const { userId } = actor;
  // Every attempt has the same key and content, so parallel requests make one customer.
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

/** Returns the hash of a user's name and email, to detect a change since they were sent. */
const hashDetails = ({ email, name }: LiveActor): string => sha256Hex(JSON.stringify([email, name]));

/** Sends the actor's name and email to the provider. @returns their hash; undefined if a later attempt may succeed */
async function sendDetails(customerId: string, actor: LiveActor): Promise<string | undefined> {
  const { email, name } = actor;
  try {
    await Psp.call((stripe) => stripe.customers.update(customerId, { email, name }));
  } catch (error) {
    const isRefused = error instanceof SvcError && error.is(ProviderRefused);
    const next = isRefused ? "not sent again until they change" : "sent again at the customer's next use";
    log.warn(`payment provider: customer details not updated, ${next}`, {
      userId: actor.userId,
      customerId,
      error,
    });
    if (!isRefused) return undefined;
  }
  return hashDetails(actor);
}

export const find = async (userId: string): Promise<string | undefined> =>
  (await Table.find(pspCustomer, { userId }))?.customerId;

export const findUser = async (customerId: string): Promise<string | undefined> =>
  (await Table.find(customerReference, { customerId }))?.userId;
