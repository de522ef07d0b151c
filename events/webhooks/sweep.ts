import { sweep } from "../../core/webhooks/wake.ts";

export const handler = (): Promise<number> => sweep();
