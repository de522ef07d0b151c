import { unlock } from "../../core/defi/staking/unlock.ts";

/** Every minute: moves stakes whose unlock date has come to the flexible pool, and tells their owners. */
export const handler = async (): Promise<{ unlocked: number }> => ({ unlocked: await unlock() });
