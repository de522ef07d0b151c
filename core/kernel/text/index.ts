import { DISGUISES } from "./schema.ts";

const disguises = new RegExp(`[${DISGUISES}]`, "gu");

/** A text without the characters that make it read other than it looks. */
export const undisguised = (text: string): string => text.replace(disguises, "");
