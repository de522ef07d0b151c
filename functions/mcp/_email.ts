import { email } from "../../core/identity/schema.ts";
import { failFields, InvalidRequest } from "../../core/kernel/errors.ts";
import { text } from "../../core/kernel/texts/index.ts";

/** An e-mail address in its stored form. @throws INVALID_REQUEST */
export function emailOf(given: unknown): string {
  const parsed = email.safeParse(given);
  if (parsed.success) return parsed.data;
  const message =
    given === undefined
      ? text("is required", "est obligatoire")
      : text("must be an e-mail address", "doit être une adresse e-mail");
  throw failFields(InvalidRequest, [{ field: "email", message }]);
}
