import * as z from "zod";
import * as Clock from "../kernel/clock/index.ts";
import { env, envFlag } from "../kernel/env.ts";
import { fail, InvalidSignature } from "../kernel/errors.ts";
import * as Correlation from "../platform/correlation.ts";
import { log } from "../platform/log.ts";
import { isSigned, requestOf } from "../platform/psp/index.ts";
import { optionalSecret, valid } from "../platform/secrets.ts";
import * as Inbound from "./index.ts";

/** The payment provider's events (spec 3, section 6.1): which are let in, and who carries them out. */

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * @throws INVALID_SIGNATURE unless a valid secret signed the body at most 300 seconds ago: that of the
 * endpoint for our own account's events, or that of the one for connected accounts' where there is such an
 * endpoint, or the one before either
 */
export async function verify(body: Buffer, headers: Headers): Promise<void> {
  const signature = headers["stripe-signature"];
  if (signature === undefined) throw fail(InvalidSignature);
  if (await signedBy("STRIPE_WEBHOOK_SECRET", body, signature)) return;
  const connect = "STRIPE_CONNECT_WEBHOOK_SECRET";
  if (!(await optionalSecret(connect)) || !(await signedBy(connect, body, signature)))
    throw fail(InvalidSignature);
}

/**
 * @throws INVALID_SIGNATURE unless a valid secret signed the body at most 300 seconds ago: that of the endpoint
 *   that is asked about authorizations, where it is one of its own, else that of our own account's events
 */
export async function verifyAuthorization(body: Buffer, headers: Headers): Promise<void> {
  const signature = headers["stripe-signature"];
  const own = "STRIPE_ISSUING_WEBHOOK_SECRET";
  const name = (await optionalSecret(own)) ? own : "STRIPE_WEBHOOK_SECRET";
  if (signature === undefined || !(await signedBy(name, body, signature))) throw fail(InvalidSignature);
}

async function signedBy(name: string, body: Buffer, signature: string): Promise<boolean> {
  for await (const key of valid(name))
    if (await isSigned(body, signature, [key], Clock.worldNowMs())) return true;
  return false;
}

/** What all events have in common. They are signed, yet none of their fields is taken for granted. */
const envelope = z.looseObject({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean().optional(),
  /** The connected account that it happened in, by its id; missing where it was our own. */
  account: z.unknown().optional(),
});

/** Takes an event that `verify` let in. @throws MALFORMED_EVENT */
export async function accept(body: string): Promise<void> {
  const { id, type, livemode } = Inbound.read(body, envelope, "an id and a type");
  if (!isOurMode(livemode)) {
    log.warn("inbound event: wrong mode (live or test), ignored", { eventId: id, type, livemode });
    return;
  }
  await Inbound.accept("psp", { eventId: id, type }, body);
}

/** Whether an event's money is of this stage's mode (`STRIPE_LIVEMODE`; empty: either). */
export function isOurMode(livemode: boolean | undefined): boolean {
  if (livemode === undefined || env("STRIPE_LIVEMODE", "") === "") return true;
  return envFlag("STRIPE_LIVEMODE", false) === livemode;
}

const pspEvent = envelope.extend({
  /** Of which version of the provider's API what it shows is: "2025-03-31.basil". */
  api_version: z.string().nullish().catch(undefined),
  /** UNIX seconds, by the provider's clock. */
  created: z.int().default(0),
  data: z.looseObject({ object: z.looseObject({}) }),
});
export type PspEvent = z.output<typeof pspEvent>;

/** Carries out an event and answers what it did. Idempotent, and right in whatever order events come. */
export type PspHandler = (event: PspEvent) => Promise<string>;
type Handlers = Readonly<Record<string, PspHandler>>;

/**
 * Carries out recorded events by tables of handlers.
 * @param own by type, for what happened in our own account
 * @param connected by type, for what happened in connected accounts
 */
export function dispatcher(own: Handlers, connected: Handlers) {
  return async (body: string): Promise<string> => {
    const json: unknown = JSON.parse(body);
    const { id: eventId, type, account } = envelope.parse(json);
    const isOurs = account === undefined || account === null;
    const handlers = isOurs ? own : connected;
    const handler = Object.hasOwn(handlers, type) && handlers[type];
    if (handler) return underRequest(pspEvent.parse(json), handler);
    // Nobody reads what it says, so it may look like anything.
    log.info("inbound event: type not handled, ignored", { eventId, type, account });
    return isOurs ? "not handled" : "of a connected account";
  };
}

/** Carries out an event as a consequence of the request that made what it tells of, where that is known. */
function underRequest(event: PspEvent, handler: PspHandler): Promise<string> {
  const { id: eventId, type, data } = event;
  const request = requestOf(data.object);
  if (request === undefined) return handler(event);
  // The one line that has both ids: that of the event's delivery, and that of the request.
  log.info("inbound event: caused by a request", { eventId, type, request });
  return Correlation.under(request, () => handler(event));
}
