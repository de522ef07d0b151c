import { env } from "../../core/kernel/env.ts";

/** The origins of the pages that may call with credentials. */

/** Returns the origins other than our own. */
const otherOrigins = (): readonly string[] =>
  env("CORS_ORIGINS", "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** Returns whether pages of this origin may call us with credentials. */
export const allowedOrigin = (origin: string | undefined): origin is string =>
  origin !== undefined && [env("PUBLIC_URL", ""), ...otherOrigins()].includes(origin);

/** Returns whether the origin's host is the one that the request was sent to. */
export const isSameHost = (origin: string, host: string | undefined): boolean =>
  URL.canParse(origin) && new URL(origin).host === host;
