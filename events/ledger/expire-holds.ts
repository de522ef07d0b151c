import { expireDue } from "../../core/transfers/reservations/end.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: gives back what is left of the holds whose time is over. */
export const handler = scheduled(async () => ({ expired: await expireDue() }));
