import { version } from "../../core/identity/preferences/schema.ts";

/** Schemas that the mobile routes share. */

export { done } from "../common.ts";

/** The version that a change was made to, where its client wants to know of others. */
export const expectedVersion = version
  .optional()
  .meta({ description: "The version that was read; left out, whatever is there is replaced" });
