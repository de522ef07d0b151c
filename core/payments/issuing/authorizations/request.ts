import * as z from "zod";
import * as Inbound from "../../../inbound/index.ts";
import { isOurMode } from "../../../inbound/psp.ts";
import { log } from "../../../platform/log.ts";
import { answer } from "./answer.ts";
import type { DeclineReason } from "./schema.ts";

/** The provider's synchronous webhook: it asks, and reads the answer in the response. */

const REQUEST = "issuing_authorization.request";

const event = z.looseObject({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean().optional(),
  data: z.looseObject({ object: z.looseObject({}) }),
});

/** What the provider reads. */
export interface Response {
  readonly approved: boolean;
  /** Kept with the authorization at the provider. */
  readonly metadata?: { readonly svc_reason: DeclineReason };
}

/**
 * Answers a request that `Psp.verifyAuthorization` let in. What is none is declined.
 * @throws MALFORMED_EVENT
 */
export async function respond(body: string): Promise<Response> {
  const { id: eventId, type, livemode, data } = Inbound.read(body, event, "an id, a type and data.object");
  if (type !== REQUEST || !isOurMode(livemode)) {
    log.warn("an event that is no request to authorize was sent to be answered", { eventId, type, livemode });
    return { approved: false };
  }
  const { approved, reason } = await answer(data.object);
  log.info("card authorization", { eventId, approved, reason });
  return { approved, ...(reason && { metadata: { svc_reason: reason } }) };
}
