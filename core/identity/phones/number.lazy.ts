/** Loaded only when a number is parsed, because the library contains the number ranges of every network. */
export { parsePhoneNumberFromString } from "libphonenumber-js/min";
