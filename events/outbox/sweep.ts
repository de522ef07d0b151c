import * as Outbox from "../../core/platform/outbox/index.ts";

/** Every minute: hands committed events over to their queues. */
export const handler = async (): Promise<{ handedOver: number }> => ({ handedOver: await Outbox.sweep() });
