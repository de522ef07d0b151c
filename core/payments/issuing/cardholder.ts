import { createHash } from "node:crypto";
import type { User } from "../../identity/user.ts";
import { env } from "../../kernel/env.ts";
import { fail } from "../../kernel/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import { OWNER } from "../records/psp-objects.ts";
import { AddressRequired } from "./errors.ts";
import { changingHolder, read } from "./index.ts";

/** Cardholders: whom the provider knows as the holder of a user's cards. */

/** What is printed on a card. */
const MAX_NAME = 24;

/** A name as the provider takes it: letters alone, and no more than fit on a card. */
export function printed(name: string): string {
  const letters = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .replaceAll(/[æÆ]/g, "ae")
    .replaceAll(/[øØ]/g, "o")
    .replaceAll(/[łŁ]/g, "l")
    .replaceAll(/[^A-Za-z' -]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const fitting =
    letters.length <= MAX_NAME ? letters : (letters.slice(0, MAX_NAME + 1).match(/^.*(?= )/)?.[0] ?? "");
  return fitting || letters.slice(0, MAX_NAME) || "Card Holder";
}

export interface PostalAddress {
  readonly line1: string;
  readonly line2?: string;
  readonly city: string;
  readonly postal_code: string;
  readonly country: string;
}

/** Where a user lives, as the provider takes it; undefined where nobody has said. */
export function addressOf({ address }: Pick<User, "address">): PostalAddress | undefined {
  if (!address) return undefined;
  const { line1, line2, city, postalCode: postal_code, country } = address;
  return { line1, ...(line2 !== undefined && { line2 }), city, postal_code, country };
}

/**
 * The address that a card is billed to: the user's, else that of the card program where the platform has one
 * (`CARD_PROGRAM_ADDRESS`: line, postal code, city and country, with a bar between each).
 * @throws ADDRESS_REQUIRED
 */
export function billingOf(user: Pick<User, "address">): PostalAddress {
  const own = addressOf(user);
  if (own) return own;
  const [line1, postal_code, city, country] = env("CARD_PROGRAM_ADDRESS", "").split("|");
  if (line1 && postal_code && city && country) return { line1, postal_code, city, country };
  throw fail(AddressRequired);
}

export interface Cardholder {
  readonly pspCardholderId: string;
  readonly homeCountry: string;
}

/**
 * The provider's cardholder of a user, who is made on the first card of an ownership.
 * @throws ADDRESS_REQUIRED; as `Psp.call`
 */
export async function ensure(user: User): Promise<Cardholder> {
  const { userId, ownershipId } = user;
  const known = (await read(userId)).holder;
  if (known?.ownershipId === ownershipId && known.pspCardholderId !== undefined)
    return { pspCardholderId: known.pspCardholderId, homeCountry: known.homeCountry ?? "FR" };
  const address = billingOf(user);
  const params = {
    type: "individual",
    name: printed(user.name),
    email: user.email,
    ...(user.phone !== undefined && { phone_number: user.phone }),
    billing: { address },
    metadata: { [OWNER]: userId },
  } as const;
  // What is told may have changed since a try that failed: then it is another request.
  const content = createHash("sha256").update(JSON.stringify(params)).digest("base64url");
  const idempotencyKey = Psp.keyOf(`${userId} ${ownershipId} ${content}`, "cardholder");
  const { id } = await Psp.call((stripe) => stripe.issuing.cardholders.create(params, { idempotencyKey }));
  return Table.change(
    () => read(userId),
    ({ holder }) => {
      const { pspCardholderId, homeCountry = "FR" } = holder ?? {};
      if (holder?.ownershipId === ownershipId && pspCardholderId !== undefined)
        return { writes: [], result: { pspCardholderId, homeCountry } };
      const made = { pspCardholderId: id, homeCountry: address.country };
      return { writes: [changingHolder(userId, holder, { ...made, ownershipId })], result: made };
    },
  );
}
