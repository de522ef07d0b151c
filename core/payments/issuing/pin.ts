import { CompactEncrypt, importJWK, type JWK } from "jose";
import type { PersonActor } from "../../identity/actor.ts";
import * as Users from "../../identity/users.ts";
import { env } from "../../kernel/env.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { text } from "../../kernel/texts/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import { ProviderUnavailable } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import { notPayableError } from "../cards/index.ts";
import { ObviousPin } from "./errors.ts";
import { pinChanged } from "./events.ts";
import { find, notFoundError } from "./index.ts";

/**
 * PINs, encrypted here under the provider's key (`STRIPE_PIN_KEY`, a JWK), which only the provider can decrypt. Nothing
 * is stored, not even a hash: there are only ten thousand PINs.
 */

/**
 * Changes the PIN of a card.
 * @param pin four digits
 * @throws PIN_TOO_OBVIOUS, CARD_NOT_FOUND, CARD_NOT_ACTIVE for a canceled card; as `Psp.call`
 */
export async function change(actor: PersonActor, cardId: string, pin: string): Promise<void> {
  const [card, user] = await Promise.all([find(actor, cardId), Users.fromId(actor.userId)]);
  if (!card?.pspCardId || !user) throw notFoundError();
  if (card.status === "canceled") throw notPayableError(card);
  const { pspCardId, userId, last4 } = card;
  if (isObvious(pin, { dateOfBirth: user.dateOfBirth, phone: user.phone, last4 }))
    throw fail(ObviousPin, { details: { fields: [{ field: "pin", message: RULE }] } });
  const encrypted_number = await encryptPin(pin);
  await Psp.call((stripe) => stripe.issuing.cards.update(pspCardId, { pin: { encrypted_number } }));
  await Table.commit([Outbox.write(pinChanged, { userId, cardId, last4 })]);
}

const RULE = text(
  "must not be a sequence, a pattern, a birthday or part of your phone or card number",
  "ne doit être ni une suite, ni un motif, ni une date de naissance, ni une partie de votre numéro de téléphone ou de carte",
);

const ALGORITHM = { alg: "RSA-OAEP-256", enc: "A256GCM" } as const;

/** Returns the PIN as a compact JWE (RFC 7516). */
async function encryptPin(pin: string): Promise<string> {
  const key = env("STRIPE_PIN_KEY", "");
  if (key === "") throw fail(ProviderUnavailable);
  const jwk = JSON.parse(key) as JWK;
  const content = JSON.stringify({ pin, nonce: Ids.secret(12) });
  return new CompactEncrypt(new TextEncoder().encode(content))
    .setProtectedHeader({ ...ALGORITHM, ...(jwk.kid !== undefined && { kid: jwk.kid }) })
    .encrypt(await importJWK(jwk, ALGORITHM.alg));
}

/** Data of the cardholder that a thief may know. */
interface CardholderData {
  /** ISO 8601, a date. */
  readonly dateOfBirth?: string | undefined;
  /** E.164. */
  readonly phone?: string | undefined;
  readonly last4?: string | undefined;
}

/** Lines and corners of the keypad, and other frequent PINs. */
const WELL_KNOWN = "2580 0852 1470 3690 1379 9731 1397 1593 7531 1357 2468 1004".split(" ");

/** Returns whether all digits are equal, or rise or fall by one; 0 follows 9. */
function isSequence(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, at) => (Number(digit) - Number(pin[at]) + 10) % 10);
  return steps.every((step) => step === steps[0]) && [0, 1, 9].includes(steps[0] ?? 0);
}

/** 1212, 1122, 1221. */
const isPattern = ([a, b, c, d]: readonly (string | undefined)[]): boolean =>
  (a === c && b === d) || (a === b && c === d) || (a === d && b === c);

/** Returns the PINs of a birthday: its year, or two of its parts in any order. */
function birthdayPins(date: string | undefined): string[] {
  const [, year = "", month = "", day = ""] = /^(\d{4})-(\d{2})-(\d{2})/.exec(date ?? "") ?? [];
  if (year === "") return [];
  const short = year.slice(2);
  return [year, day + month, month + day, month + short, short + month, day + short, short + day];
}

/** Returns whether a PIN of four digits is easy to guess. */
export const isObvious = (pin: string, { dateOfBirth, phone, last4 }: CardholderData): boolean =>
  isSequence(pin) ||
  isPattern([...pin]) ||
  WELL_KNOWN.includes(pin) ||
  birthdayPins(dateOfBirth).includes(pin) ||
  pin === phone?.slice(-4) ||
  pin === last4;
