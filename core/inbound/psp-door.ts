import * as z from "zod";
import * as Clock from "../clock/index.ts";
import { fail } from "../errors.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { isSigned } from "../platform/psp/index.ts";
import { secret } from "../platform/secrets.ts";
import { InvalidSignature, MalformedEvent } from "./errors.ts";
import * as Inbound from "./index.ts";

/** The door that the payment provider's events come in by (spec 3, section 6.1). */

type Headers = Readonly<Record<string, string | undefined>>;

/** @throws INVALID_SIGNATURE unless one of the two valid secrets signed the body at most 300 seconds ago */
export async function verify(body: Buffer, headers: Headers): Promise<void> {
  const { current, previous } = await secret("STRIPE_WEBHOOK_SECRET");
  const secrets = previous === undefined ? [current] : [current, previous];
  const signature = headers["stripe-signature"];
  if (signature === undefined || !isSigned(body, signature, secrets, Clock.worldNowMs()))
    throw fail(InvalidSignature);
}

const envelope = z.looseObject({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean().optional(),
});

/** Takes an event that `verify` let in. @throws MALFORMED_EVENT */
export async function accept(body: string): Promise<void> {
  const { id, type, livemode } = read(body);
  if (!isOurMode(livemode)) {
    log.warn("an event of the other mode was ignored", { eventId: id, type, livemode });
    return;
  }
  await Inbound.accept("psp", { eventId: id, type }, body);
}

/** Whether an event of live money came to a live stage, or one of test money to another (`STRIPE_LIVEMODE`; empty: either). */
function isOurMode(livemode: boolean | undefined): boolean {
  const wanted = env("STRIPE_LIVEMODE", "");
  return wanted === "" || String(livemode) === wanted;
}

function read(body: string): z.output<typeof envelope> {
  try {
    return envelope.parse(JSON.parse(body));
  } catch (cause) {
    throw fail(MalformedEvent, { message: "The body is not a JSON event with an id and a type.", cause });
  }
}
