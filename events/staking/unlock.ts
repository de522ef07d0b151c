import { unlock } from "../../core/defi/staking/unlock.ts";

/** Every minute: sends e-mail to the owners of stakes whose unlock date has come. */
export const handler = async (): Promise<{ unlocked: number }> => ({ unlocked: await unlock() });
