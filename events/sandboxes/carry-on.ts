import { carryOnDue } from "../../core/sandboxes/clock.ts";

/** Every minute: takes sandboxes' clocks to where they are to stand, where a request has not. */
export const handler = async (): Promise<{ carriedOn: number }> => ({ carriedOn: await carryOnDue() });
