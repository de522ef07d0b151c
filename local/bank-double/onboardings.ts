import { randomUUID } from "node:crypto";
import type { Store } from "@svc/stripe-double/store";
import * as z from "zod";
import * as Clock from "../../core/kernel/clock/index.ts";
import { type Delivery, keyOf } from "./deliveries.ts";

/** The bank's desk for files of users: it takes a file once, fetches the documents, and decides a moment later. */

/** How long it takes to decide, in milliseconds of the platform's clock. */
export const DECIDES_AFTER_MS = 10_000;

/** Whose file is refused, so that this can be tried: the rest is approved. */
const REFUSED = /^reject/i;

const onboarding = z.looseObject({
  verificationId: z.string(),
  userId: z.string(),
  kind: z.enum(["KYC", "KYB"]),
  level: z.int().min(1),
  person: z.looseObject({ lastName: z.string(), email: z.string() }),
  documents: z.array(z.looseObject({ documentId: z.string(), bytes: z.int(), url: z.url() })).min(1),
});

/** Takes a file. @returns why it was not taken, if so */
export async function take(store: Store, body: unknown): Promise<string | undefined> {
  const parsed = onboarding.safeParse(body);
  if (!parsed.success) return z.prettifyError(parsed.error);
  const { verificationId, userId, kind, level, person, documents } = parsed.data;
  const key = `onboarding/${verificationId}`;
  if (store.get(key) !== undefined) return undefined;
  for (const one of documents) {
    const answer = await fetch(one.url);
    const { byteLength } = await answer.arrayBuffer();
    if (!answer.ok || byteLength !== one.bytes) return `the document ${one.documentId} cannot be fetched`;
  }
  // Another delivery of the same order may have been faster.
  if (store.get(key) !== undefined) return undefined;
  const isRefused = REFUSED.test(person.lastName) || REFUSED.test(person.email);
  const event: Delivery = {
    eventId: `bev_${randomUUID()}`,
    type: isRefused ? "onboarding.rejected" : "onboarding.completed",
    data: isRefused
      ? { userId, verificationId, kind, reason: "the documents are not those of this person" }
      : { userId, verificationId, kind, kycLevel: level },
    dueMs: Clock.nowMs() + DECIDES_AFTER_MS,
    attempts: 0,
  };
  store.commit(
    new Map([
      [key, JSON.stringify({ verificationId, eventId: event.eventId })],
      [keyOf(event.eventId), JSON.stringify(event)],
    ]),
  );
  return undefined;
}
