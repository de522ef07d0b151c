import { randomBytes } from "node:crypto";

/** An e-mail address that nobody has. It begins with a letter: no command line takes it for an option. */
export const newEmail = (): string => `u${randomBytes(6).toString("hex")}@example.com`;
