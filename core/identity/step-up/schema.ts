/** Sending money that is worth more than this is confirmed (spec 1, section 8), in euros. */
export const STEP_UP_ABOVE_EUR = 100;
