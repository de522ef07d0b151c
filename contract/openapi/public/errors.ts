import { type ErrorDefinition, InvalidRequest, RateLimited } from "../../../core/kernel/errors.ts";
import type { Json } from "../schemas.ts";

/** An error as the public API tells it. */

/** What some say beside their message. */
const details: Readonly<Record<string, object>> = {
  [InvalidRequest.code]: { fields: [{ field: "asset", message: "is required" }] },
  [RateLimited.code]: { retryAfter: 1 },
};

/** @param server where the platform is: its pages explain each code */
export const errorExample = ({ code, message }: ErrorDefinition, server: string): Json => ({
  summary: code,
  value: {
    error: {
      code,
      message,
      details: { ...details[code], docs: `${server}/docs/errors#${code}` },
      request_id: "req_01jd3v8y2m9t4k6q0s5w7x1z3b",
    },
  },
});
