/** What developers' plans allow, for whoever stands before the functions that count. */
export { allowances } from "../core/platform/ratelimit/schema.ts";
