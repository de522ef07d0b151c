import { randomBytes } from "node:crypto";

/** Returns a unique email address. It begins with a letter, so that no command line takes it for an option. */
export const newEmail = (): string => `u${randomBytes(6).toString("hex")}@example.com`;
