import { createHash } from "node:crypto";
import type { UserActor } from "../../identity/actor.ts";
import { SvcError } from "../../kernel/errors.ts";
import { log } from "../../platform/log.ts";
import { ProviderRefused } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import { customerReference, pspCustomer } from "./entity.ts";

/**
 * A user as the payment provider's customer: made when the first card, payment or order needs it. Its name and address there are for
 * receipts and for people who look: they are told apart from its making, and nothing waits for them.
 */

/** What of our own stands in the metadata of every object that we make at the provider. */
export const OWNER = "svc_user";

/** The id of the actor's customer; it is made where there is none. @throws as `Psp.call` */
export async function ensure(actor: UserActor): Promise<string> {
  const key = pspCustomer.key(actor);
  const item = await Table.get(key);
  if (!item) return create(actor);
  const customerId = String(item["customerId"]);
  if (item["told"] !== shown(actor)) {
    const told = await tell(customerId, actor);
    if (told !== undefined)
      await Table.update({ key, update: "SET told = :told", values: { ":told": told } });
  }
  return customerId;
}

/** Makes the actor's customer, or finds it again where an earlier request had come that far. @returns its id */
async function create(actor: UserActor): Promise<string> {
  const { userId } = actor;
  // The same key and the same words for every try: however many requests come here at once, one customer is made.
  const idempotencyKey = Psp.keyOf(`customer ${userId}`, "create");
  const { id: customerId } = await Psp.call((stripe) =>
    stripe.customers.create({ metadata: { [OWNER]: userId } }, { idempotencyKey }),
  );
  const told = await tell(customerId, actor);
  const first = await Table.transactPatiently(
    [
      { put: { ...pspCustomer.key({ userId }), customerId, told }, condition: "attribute_not_exists(pk)" },
      { put: { ...customerReference.key({ customerId }), userId } },
    ],
    (refused) => refused.unmet(0)?.item?.["customerId"],
  );
  return first === undefined ? customerId : String(first);
}

/** What the provider is told of a user, hashed: to see whether it was. */
const shown = ({ email, name }: UserActor): string =>
  createHash("sha256")
    .update(JSON.stringify([email, name]))
    .digest("hex");

/** Tells the provider the actor's name and address. @returns what is told by now; undefined where a later try may fare better */
async function tell(customerId: string, actor: UserActor): Promise<string | undefined> {
  const { email, name } = actor;
  try {
    await Psp.call((stripe) => stripe.customers.update(customerId, { email, name }));
  } catch (error) {
    const isRefused = error instanceof SvcError && error.is(ProviderRefused);
    log.warn("the provider does not know a customer's name", { customerId, isRefused, error });
    if (!isRefused) return undefined;
  }
  return shown(actor);
}

/** The id of a user's customer, or undefined. */
export async function find(userId: string): Promise<string | undefined> {
  const item = await Table.get(pspCustomer.key({ userId }));
  return item && String(item["customerId"]);
}

/** The user whom a customer is, or undefined where it is none of ours. */
export async function userOf(customerId: string): Promise<string | undefined> {
  const item = await Table.get(customerReference.key({ customerId }));
  return item && String(item["userId"]);
}
