import * as Clock from "../../kernel/clock/index.ts";
import * as Egress from "../../platform/egress/index.ts";
import type { Outcome } from "./outcome.ts";
import { retryAfterSeconds } from "./retry-schedule.ts";
import type { Delivery, Webhook } from "./schema.ts";
import { headersOf } from "./signature.ts";

/** Sends a delivery once: whatever becomes of it is an outcome, never an error. */
export async function attempt(
  { url }: Webhook,
  secrets: readonly string[],
  delivery: Delivery,
): Promise<Outcome> {
  const at = Clock.nowIso();
  const startedMs = performance.now();
  const took = () => Math.round(performance.now() - startedMs);
  const worldMs = Clock.worldNowMs();
  const headers = headersOf(delivery, secrets, Math.floor(worldMs / 1000));
  try {
    const { status, body, retryAfter } = await Egress.post({ url, headers, body: delivery.body });
    return {
      at,
      durationMs: took(),
      status,
      ...(body !== "" && { responseBody: body }),
      ...((status < 200 || status > 299) && { error: reasonOf(status) }),
      retryAfterSeconds: retryAfterSeconds(retryAfter, worldMs),
    };
  } catch (error) {
    if (!(error instanceof Egress.EgressFailure)) throw error;
    const { message, status } = error;
    return { at, durationMs: took(), error: message, ...(status !== undefined && { status }) };
  }
}

const reasonOf = (status: number): string =>
  status >= 300 && status < 400
    ? `the receiver answered ${status}; redirects are not followed`
    : `the receiver answered ${status}`;
