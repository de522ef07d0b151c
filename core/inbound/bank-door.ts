import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { env } from "../kernel/env.ts";
import { fail } from "../kernel/errors.ts";
import { secret } from "../platform/secrets.ts";
import { InvalidSignature, MalformedEvent } from "./errors.ts";
import * as Inbound from "./index.ts";

/** The door that the bank's events come in by (spec 3, sections 4.3 and 6.2). */

type Headers = Readonly<Record<string, string | undefined>>;

/** The header that holds the signature: named after the provider (`BANK_PROVIDER`). */
export const signatureHeader = (): string => `${env("BANK_PROVIDER", "bank").toLowerCase()}-signature`;

/** @throws INVALID_SIGNATURE unless the header is the hex HMAC-SHA256 of the body with one of the two valid secrets */
export async function verify(body: Buffer, headers: Headers): Promise<void> {
  const { current, previous } = await secret("BANK_WEBHOOK_SECRET");
  const given = Buffer.from(headers[signatureHeader()] ?? "");
  const secrets = previous === undefined ? [current] : [current, previous];
  if (!secrets.some((one) => matches(body, one, given))) throw fail(InvalidSignature);
}

/** Compared as text, in a time that tells nothing of where the two differ. */
function matches(body: Buffer, key: string, given: Buffer): boolean {
  const wanted = Buffer.from(createHmac("sha256", key).update(body).digest("hex"));
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

const envelope = z.looseObject({ eventId: z.string(), type: z.string() });

/** Takes an event that `verify` let in. @throws MALFORMED_EVENT */
export async function accept(body: string): Promise<void> {
  const { eventId, type } = read(body);
  await Inbound.accept("bank", { eventId, type }, body);
}

function read(body: string): z.output<typeof envelope> {
  try {
    return envelope.parse(JSON.parse(body));
  } catch (cause) {
    throw fail(MalformedEvent, {
      message: "The body is not a JSON event with an eventId and a type.",
      cause,
    });
  }
}
