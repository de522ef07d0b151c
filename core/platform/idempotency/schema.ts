/** A client's key is 1 to 255 printable ASCII characters, as the IETF draft's structured string. */
export const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;
