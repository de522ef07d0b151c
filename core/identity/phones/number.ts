import { failFields, InvalidRequest } from "../../kernel/errors.ts";
import { text } from "../../kernel/texts/index.ts";

/**
 * A telephone number as it is kept and compared (E.164), of one that is written in international form.
 * @param field what the request calls it
 * @throws INVALID_REQUEST where no network has such numbers
 */
export async function phoneOf(given: string, field = "phone"): Promise<string> {
  const { parsePhoneNumberFromString } = await import("./number.lazy.ts");
  const number = parsePhoneNumberFromString(given);
  if (number?.isValid()) return number.number;
  const message = text(
    "must be a phone number that exists, in international form, such as +33612345678",
    "doit être un numéro de téléphone qui existe, au format international, comme +33612345678",
  );
  throw failFields(InvalidRequest, [{ field, message }]);
}
