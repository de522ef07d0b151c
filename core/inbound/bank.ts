import * as z from "zod";
import * as Kyc from "../banking/onboarding.ts";
import * as Banking from "../banking/webhooks.ts";
import * as Cards from "../payments/cards/webhooks.ts";
import { log } from "../platform/log.ts";

/** What is done for each event of the bank (spec 3, section 6.2). */

const envelope = z.looseObject({ eventId: z.string(), type: z.string() });
const bankEvent = envelope.extend({
  data: z.looseObject({}).default({}),
});
export type BankEvent = z.output<typeof bankEvent> & {
  /** When it came (ISO 8601): the same at every delivery. */
  readonly receivedAt?: string | undefined;
};

/** Carries out an event and tells in a few words what that was. Idempotent, and right in whatever order events come. */
export type BankHandler = (event: BankEvent) => Promise<string>;

/** By type in lower case: the bank writes both `Transaction.Booked` and `transaction.booked`. */
const handlers: ReadonlyMap<string, BankHandler> = new Map(
  Object.entries({ ...Kyc.handlers, ...Banking.handlers, ...Cards.handlers }),
);

export async function handle(body: string, receivedAt?: string): Promise<string> {
  const json: unknown = JSON.parse(body);
  const { eventId, type } = envelope.parse(json);
  const handler = handlers.get(type.toLowerCase());
  if (handler) return handler({ ...bankEvent.parse(json), receivedAt });
  // What it says may look like anything: nobody reads it.
  log.info("an event of a kind that is not handled", { eventId, type });
  return "not handled";
}
