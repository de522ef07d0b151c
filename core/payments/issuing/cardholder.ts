import { createHash } from "node:crypto";
import type { User } from "../../identity/user.ts";
import { env } from "../../kernel/env.ts";
import { fail } from "../../kernel/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import { OWNER } from "../records/psp-objects.ts";
import { AddressRequired } from "./errors.ts";
import { holderWrite, read } from "./index.ts";

/** The longest name that fits on a card. */
const MAX_NAME = 24;

/** Converts a name to characters that the provider accepts, and shortens it for a card. */
export function toPrintedName(name: string): string {
  const plain = name
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
    plain.length <= MAX_NAME ? plain : (plain.slice(0, MAX_NAME + 1).match(/^.*(?= )/)?.[0] ?? "");
  return fitting || plain.slice(0, MAX_NAME) || "Card Holder";
}

interface PostalAddress {
  readonly line1: string;
  readonly line2?: string;
  readonly city: string;
  readonly postal_code: string;
  readonly country: string;
}

/** Returns a user's address in the provider's format, or undefined. */
export function toPostalAddress({ address }: Pick<User, "address">): PostalAddress | undefined {
  if (!address) return undefined;
  const { line1, line2, city, postalCode: postal_code, country } = address;
  return { line1, ...(line2 !== undefined && { line2 }), city, postal_code, country };
}

/**
 * Returns the billing address of a card: the user's, otherwise that of the card program (`CARD_PROGRAM_ADDRESS`: line,
 * postal code, city and country, separated by bars).
 * @throws ADDRESS_REQUIRED
 */
export function billingAddress(user: Pick<User, "address">): PostalAddress {
  const own = toPostalAddress(user);
  if (own) return own;
  const [line1, postal_code, city, country] = env("CARD_PROGRAM_ADDRESS", "").split("|");
  if (line1 && postal_code && city && country) return { line1, postal_code, city, country };
  throw fail(AddressRequired);
}

/**
 * Returns the provider's cardholder of a user, which is created for the first card of an ownership.
 * @throws ADDRESS_REQUIRED; as `Psp.call`
 */
export async function ensure(user: User) {
  const { userId, ownershipId } = user;
  const known = (await read(userId)).holder;
  if (known?.ownershipId === ownershipId && known.pspCardholderId !== undefined)
    return { pspCardholderId: known.pspCardholderId, homeCountry: known.homeCountry ?? "FR" };
  const address = billingAddress(user);
  const params = {
    type: "individual",
    name: toPrintedName(user.name),
    email: user.email,
    ...(user.phone !== undefined && { phone_number: user.phone }),
    billing: { address },
    metadata: { [OWNER]: userId },
  } as const;
  // Other details than in a failed attempt are a new request.
  const content = createHash("sha256").update(JSON.stringify(params)).digest("base64url");
  const idempotencyKey = Psp.keyOf(`${userId} ${ownershipId} ${content}`, "cardholder");
  const { id } = await Psp.call((stripe) => stripe.issuing.cardholders.create(params, { idempotencyKey }));
  return Table.change(
    () => read(userId),
    ({ holder }) => {
      const { pspCardholderId, homeCountry = "FR" } = holder ?? {};
      if (holder?.ownershipId === ownershipId && pspCardholderId !== undefined)
        return { writes: [], result: { pspCardholderId, homeCountry } };
      const created = { pspCardholderId: id, homeCountry: address.country };
      return { writes: [holderWrite(userId, holder, { ...created, ownershipId })], result: created };
    },
  );
}
