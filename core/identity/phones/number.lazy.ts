/** The library knows the numbers of every network: loaded where one is written. */
export { parsePhoneNumberFromString } from "libphonenumber-js/min";
