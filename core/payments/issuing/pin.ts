import { CompactEncrypt, importJWK, type JWK } from "jose";
import type { MobileActor } from "../../identity/actor.ts";
import * as Users from "../../identity/users.ts";
import { env } from "../../kernel/env.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { text } from "../../kernel/texts/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import { ProviderUnavailable } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import { notPayable } from "../cards/holder.ts";
import { ObviousPin } from "./errors.ts";
import { pinChanged } from "./events.ts";
import { find, notFound } from "./holding.ts";
import { isObvious } from "./pin-rules.ts";

/**
 * PINs: encrypted here under the provider's key (`STRIPE_PIN_KEY`, a JWK) and opened by the provider alone. Nothing of one
 * is kept, not even a hash: there are only ten thousand.
 */

/**
 * Gives a card another PIN.
 * @param pin four digits
 * @throws PIN_TOO_OBVIOUS, CARD_NOT_FOUND, CARD_NOT_ACTIVE of a canceled one; as `Psp.call`
 */
export async function change(actor: MobileActor, cardId: string, pin: string): Promise<void> {
  const [card, user] = await Promise.all([find(actor, cardId), Users.fromId(actor.userId)]);
  if (!card?.pspCardId || !user) throw notFound();
  if (card.status === "canceled") throw notPayable(card);
  const { pspCardId, userId, last4 } = card;
  if (isObvious(pin, { dateOfBirth: user.dateOfBirth, phone: user.phone, last4 }))
    throw fail(ObviousPin, { details: { fields: [{ field: "pin", message: RULE }] } });
  const encrypted_number = await encrypted(pin);
  await Psp.call((stripe) => stripe.issuing.cards.update(pspCardId, { pin: { encrypted_number } }));
  await Table.commit([Outbox.write(pinChanged, { userId, cardId, last4 })]);
}

const RULE = text(
  "must not be a row of digits, a pattern, a birthday or part of a number of yours",
  "ne doit être ni une suite, ni un motif, ni une date de naissance, ni une partie d'un de vos numéros",
);

const ALGORITHM = { alg: "RSA-OAEP-256", enc: "A256GCM" } as const;

/** The PIN as the provider takes it: a compact JWE (RFC 7516). */
async function encrypted(pin: string): Promise<string> {
  const key = env("STRIPE_PIN_KEY", "");
  if (key === "") throw fail(ProviderUnavailable);
  const jwk = JSON.parse(key) as JWK;
  const content = JSON.stringify({ pin, nonce: Ids.secret(12) });
  return new CompactEncrypt(new TextEncoder().encode(content))
    .setProtectedHeader({ ...ALGORITHM, ...(jwk.kid !== undefined && { kid: jwk.kid }) })
    .encrypt(await importJWK(jwk, ALGORITHM.alg));
}
