import * as Clearing from "../../core/payments/payments/clearing.ts";
import { scheduled } from "../_schedule.ts";

/** Every five minutes: releases the money of card payments after their holding period. */
export const handler = scheduled(async () => ({ due: await Clearing.releaseDue() }));
