import QrCode from "qrcode/lib/browser.js";

/** QR codes for pages. The library's browser build writes only markup, without the PNG encoder. */

/** Returns a QR code as markup, since a page's policy loads no external pictures. */
export const svg = (text: string): Promise<string> => QrCode.toString(text, { type: "svg", margin: 2 });
