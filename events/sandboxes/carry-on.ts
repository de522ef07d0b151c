import { continueDueMoves } from "../../core/sandboxes/clock.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: completes changes of sandboxes' clocks that a request did not complete. */
export const handler = scheduled(async () => ({ carriedOn: await continueDueMoves() }));
