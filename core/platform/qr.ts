import QrCode from "qrcode";

/** Returns a QR code as a picture for an app: a `data:image/png` URL. */
export const pngUrl = (text: string): Promise<string> => QrCode.toDataURL(text, { width: 320, margin: 2 });
