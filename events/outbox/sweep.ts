import * as Outbox from "../../core/platform/outbox/index.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: sends committed events to their queues. */
export const handler = scheduled(async () => ({ handedOver: await Outbox.sweep() }));
