import * as z from "zod";
import * as Clock from "../kernel/clock/index.ts";
import { env, envFlag } from "../kernel/env.ts";
import { fail, InvalidSignature } from "../kernel/errors.ts";
import * as Correlation from "../platform/correlation.ts";
import { log } from "../platform/log.ts";
import { isSigned, requestOf } from "../platform/psp/index.ts";
import { optionalSecret, valid } from "../platform/secrets.ts";
import * as Inbound from "./index.ts";

/** Verifies and dispatches the payment provider's events (spec 3, section 6.1). */

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * @throws INVALID_SIGNATURE unless a valid secret signed the body at most 300 seconds ago: the current or previous secret
 *   of the endpoint for our own account's events, or of the endpoint for connected accounts, if there is one
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
 * @throws INVALID_SIGNATURE unless a valid secret signed the body at most 300 seconds ago: that of the authorization
 *   endpoint if it has its own, else that of our own account's events
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

/** The common fields of all events. */
const envelope = z.looseObject({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean().optional(),
  /** The id of the event's connected account. Missing for our own account. */
  account: z.unknown().optional(),
});

/** Accepts a verified event. @throws MALFORMED_EVENT */
export async function accept(body: string): Promise<void> {
  const { id, type, livemode } = Inbound.parseEnvelope(body, envelope, "an id and a type");
  if (!isOurMode(livemode)) {
    log.warn(
      "inbound event: its mode (live or test) differs from STRIPE_LIVEMODE, ignored; if unexpected, check the mode of our webhook endpoint at the provider",
      {
        eventId: id,
        type,
        livemode,
      },
    );
    return;
  }
  await Inbound.accept("psp", { eventId: id, type }, body);
}

/** Returns whether an event has this stage's mode (`STRIPE_LIVEMODE`). Accepts both modes if it is empty. */
export function isOurMode(livemode: boolean | undefined): boolean {
  if (livemode === undefined || env("STRIPE_LIVEMODE", "") === "") return true;
  return envFlag("STRIPE_LIVEMODE", false) === livemode;
}

const pspEvent = envelope.extend({
  /** The API version of the event's objects, such as "2025-03-31.basil". */
  api_version: z.string().nullish().catch(undefined),
  /** UNIX seconds, by the provider's clock. */
  created: z.int().default(0),
  data: z.looseObject({ object: z.looseObject({}) }),
});
export type PspEvent = z.output<typeof pspEvent>;

/** Processes an event and returns what it did. Idempotent, and correct in any order of events. */
export type PspHandler = (event: PspEvent) => Promise<string>;
type Handlers = Readonly<Record<string, PspHandler>>;

/**
 * Processes recorded events by tables of handlers.
 * @param own handlers by type, for our own account
 * @param connected handlers by type, for connected accounts
 */
export function dispatcher(own: Handlers, connected: Handlers) {
  return async (body: string): Promise<string> => {
    const json: unknown = JSON.parse(body);
    const { id: eventId, type, account } = envelope.parse(json);
    const isOurs = account === undefined || account === null;
    const handlers = isOurs ? own : connected;
    const handler = Object.hasOwn(handlers, type) && handlers[type];
    if (handler) return underRequest(pspEvent.parse(json), handler);
    // The content is not parsed, so it may have any form.
    log.info("inbound event: type not handled, ignored", { eventId, type, account });
    return isOurs ? "not handled" : "of a connected account";
  };
}

/** Processes an event with the correlation id of the request that created its object, if known. */
function underRequest(event: PspEvent, handler: PspHandler): Promise<string> {
  const { id: eventId, type, data } = event;
  const request = requestOf(data.object);
  if (request === undefined) return handler(event);
  // The only log line that contains both correlation ids: that of the event's delivery and that of the request.
  log.info("inbound event: processing under the correlation id of the request that caused it", {
    eventId,
    type,
    request,
  });
  return Correlation.under(request, () => handler(event));
}
