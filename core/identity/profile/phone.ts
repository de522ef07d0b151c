import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { fail, InvalidRequest } from "../../kernel/errors.ts";

/**
 * A telephone number as it is kept (E.164), of one that is written in international form.
 * @throws INVALID_REQUEST where no network has such numbers
 */
export function phoneOf(given: string): string {
  const number = parsePhoneNumberFromString(given);
  if (number?.isValid()) return number.number;
  const message = "must be a phone number that exists, in international form, such as +33612345678";
  throw fail(InvalidRequest, {
    message: `The request is invalid: phone ${message}.`,
    details: { fields: [{ field: "phone", message }] },
  });
}
