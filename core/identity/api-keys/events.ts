import * as Outbox from "../../platform/outbox/index.ts";

/** An account has a new API key: whoever has it can do what it may, so its owner must know. */
export const apiKeyCreated = Outbox.define<{
  readonly userId: string;
  readonly keyId: string;
  readonly name: string;
}>()("api-key-created", "QUEUE_URL_NOTIFICATIONS");
