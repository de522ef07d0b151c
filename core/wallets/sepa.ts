import { isSEPACountry, isValidIBAN } from "ibantools";

/** Countries of the SEPA area that the library does not count to it yet. */
const JOINED_LATELY = ["AL", "MD", "ME", "MK", "RS"];

/** Whether it is an IBAN of a bank that SEPA credit transfers reach. */
export function isSepa(address: string): boolean {
  const country = address.slice(0, 2);
  return isValidIBAN(address) && (isSEPACountry(country) || JOINED_LATELY.includes(country));
}
