import { code128 } from "bwip-js/node";

/** Barcodes, by the library `bwip-js`: of its symbologies only the one that is named here is bundled. */

/** Digits as Code 128 (ISO/IEC 15417) with the digits below: a `data:image/png` URL. */
export async function pngUrl(digits: string): Promise<string> {
  const png = await code128({
    bcid: "code128",
    text: digits,
    scale: 3,
    height: 14,
    includetext: true,
    textxalign: "center",
    // The quiet zone that scanners want: ten modules at each side.
    paddingwidth: 10,
    paddingheight: 4,
    backgroundcolor: "FFFFFF",
  });
  return `data:image/png;base64,${png.toString("base64")}`;
}
