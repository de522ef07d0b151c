import { sweep } from "../../core/messaging/webhooks/wake.ts";

export const handler = (): Promise<number> => sweep();
