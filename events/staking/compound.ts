import { compound } from "../../core/defi/staking/compound.ts";

/** Every minute: adds rewards to the stakes whose owners have asked for it, daily. */
export const handler = async (): Promise<{ compounded: number }> => ({ compounded: await compound() });
