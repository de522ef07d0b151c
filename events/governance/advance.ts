import { advance } from "../../core/defi/governance/advance.ts";

/** Every minute: makes the transitions of proposals that are due, and executes what has passed. */
export const handler = async (): Promise<{ advanced: number }> => ({ advanced: await advance() });
