import type { Mode } from "../../kernel/mode.ts";
import { type PayloadVersion, shown } from "../../platform/api-events/schema.ts";
import { isUserEvent, type WebhookEventType } from "../user-events/schema.ts";

/** What a webhook is told of: an event of a job, or one of the API. */
export interface WebhookEvent {
  /** The same at every delivery: receivers know an event by it. */
  readonly id: string;
  readonly type: WebhookEventType;
  /** ISO 8601. */
  readonly occurredAt: string;
  readonly userId: string;
  /** Live unless told. */
  readonly mode?: Mode;
  /** Where it stands among the events of its object. */
  readonly sequence?: number;
  /** JSON. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Whether nothing has happened: somebody tries the webhook. */
  readonly isTest?: boolean;
}

/** The body of a delivery: the same bytes whenever it is made. Of a job's event it is as it ever was. */
export function bodyOf(event: WebhookEvent, apiVersion: PayloadVersion): string {
  const { id, type, occurredAt: createdAt, mode = "live", sequence = 1, data, isTest } = event;
  if (isUserEvent(type)) return JSON.stringify({ id, type, createdAt, data });
  return JSON.stringify({
    ...{ id, type, createdAt, apiVersion, livemode: mode === "live", sequence },
    ...(isTest && { test: true }),
    data: shown(data, apiVersion),
  });
}
