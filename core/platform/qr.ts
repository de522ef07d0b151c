import QrCode from "qrcode";

/** QR codes, by the library `qrcode`. */

/** As a picture that an app shows: a `data:image/png` URL. */
export const pngUrl = (text: string): Promise<string> => QrCode.toDataURL(text, { width: 320, margin: 2 });
