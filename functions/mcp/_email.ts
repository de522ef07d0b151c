import { email } from "../../core/identity/schema.ts";
import { fail, InvalidRequest } from "../../core/kernel/errors.ts";

/** An e-mail address in its stored form. @throws INVALID_REQUEST */
export function emailOf(given: unknown): string {
  const parsed = email.safeParse(given);
  if (parsed.success) return parsed.data;
  const message = given === undefined ? "is required" : "must be an e-mail address";
  throw fail(InvalidRequest, {
    message: `The request is invalid: email ${message}.`,
    details: { fields: [{ field: "email", message }] },
  });
}
