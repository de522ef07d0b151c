import QrCode from "qrcode/lib/browser.js";

/** QR codes of pages. The library's half for browsers writes markup alone, without its encoder of PNG. */

/** As markup of a page, whose policy loads no pictures from elsewhere. */
export const svg = (text: string): Promise<string> => QrCode.toString(text, { type: "svg", margin: 2 });
