import { expireDue } from "../../core/transfers/reservations/end.ts";
import { scheduled } from "../_schedule.ts";

/** Every minute: releases the rest of expired reservations. */
export const handler = scheduled(async () => ({ expired: await expireDue() }));
