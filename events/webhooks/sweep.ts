import { sweep } from "../../core/messaging/webhooks/next-attempt.ts";

export const handler = (): Promise<number> => sweep();
