/** Draws digits as Code 128 (ISO/IEC 15417), with the digits below. Returns a `data:image/png` URL. */
export async function pngUrl(digits: string): Promise<string> {
  const { code128 } = await import("./barcode.lazy.ts");
  const png = await code128({
    bcid: "code128",
    text: digits,
    scale: 3,
    height: 14,
    includetext: true,
    textxalign: "center",
    // The quiet zone that scanners need: ten modules on each side.
    paddingwidth: 10,
    paddingheight: 4,
    backgroundcolor: "FFFFFF",
  });
  return `data:image/png;base64,${png.toString("base64")}`;
}
