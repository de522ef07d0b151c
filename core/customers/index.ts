import type { UserActor } from "../identity/actor.ts";
import * as Psp from "../platform/psp/index.ts";
import * as Table from "../platform/table.ts";
import { customerReference, pspCustomer } from "./entity.ts";

/** A user as the payment provider's customer: made when the first card, payment or order needs it. */

/** What of our own stands in the metadata of every object that we make at the provider. */
export const OWNER = "svc_user";

/** The id of the actor's customer; it is made where there is none. @throws as `Psp.call` */
export async function ensure({ userId, email, name }: UserActor): Promise<string> {
  const known = await find(userId);
  if (known !== undefined) return known;
  // The same key for every try: however many requests come here at once, one customer is made.
  const idempotencyKey = Psp.keyOf(`customer ${userId}`, "create");
  const { id: customerId } = await Psp.call((stripe) =>
    stripe.customers.create({ email, name, metadata: { [OWNER]: userId } }, { idempotencyKey }),
  );
  await Table.transact([
    { put: { ...pspCustomer.key({ userId }), customerId } },
    { put: { ...customerReference.key({ customerId }), userId } },
  ]);
  return customerId;
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
