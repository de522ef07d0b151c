import { sweep } from "../../core/messaging/webhooks/next-attempt.ts";
import { scheduled } from "../_schedule.ts";

export const handler = scheduled(async () => sweep());
