import { carryOnDue } from "../../core/sandboxes/clock.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: takes sandboxes' clocks to where they are to stand, where a request has not. */
export const handler = scheduled(async () => ({ carriedOn: await carryOnDue() }));
