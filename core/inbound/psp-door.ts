import * as z from "zod";
import * as Clock from "../kernel/clock/index.ts";
import { env, envFlag } from "../kernel/env.ts";
import { fail } from "../kernel/errors.ts";
import { log } from "../platform/log.ts";
import { isSigned } from "../platform/psp/index.ts";
import { optionalSecret, type Secret, secret } from "../platform/secrets.ts";
import { InvalidSignature, MalformedEvent } from "./errors.ts";
import * as Inbound from "./index.ts";

/** The door that the payment provider's events come in by (spec 3, section 6.1). */

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * @throws INVALID_SIGNATURE unless a valid secret signed the body at most 300 seconds ago: that of the endpoint for our own account's
 *   events, or that of the one for connected accounts' where there is such an endpoint, or the one before either
 */
export async function verify(body: Buffer, headers: Headers): Promise<void> {
  const signature = headers["stripe-signature"];
  if (signature === undefined) throw fail(InvalidSignature);
  const isOf = (one: Secret | undefined): boolean =>
    one !== undefined && isSigned(body, signature, valid(one), Clock.worldNowMs());
  if (isOf(await secret("STRIPE_WEBHOOK_SECRET"))) return;
  if (!isOf(await optionalSecret("STRIPE_CONNECT_WEBHOOK_SECRET"))) throw fail(InvalidSignature);
}

const valid = ({ current, previous }: Secret): readonly string[] =>
  previous === undefined ? [current] : [current, previous];

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
  if (livemode === undefined || env("STRIPE_LIVEMODE", "") === "") return true;
  return envFlag("STRIPE_LIVEMODE", false) === livemode;
}

function read(body: string): z.output<typeof envelope> {
  try {
    return envelope.parse(JSON.parse(body));
  } catch (cause) {
    throw fail(MalformedEvent, { message: "The body is not a JSON event with an id and a type.", cause });
  }
}
