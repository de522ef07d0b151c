import { crc32 } from "node:zlib";
import { checkSize, damaged } from "./unfit.ts";

/**
 * PNG (ISO/IEC 15948): a row of chunks. Kept are those that the picture is made of and its colours; texts,
 * Exif, times, animations and chunks of applications go, and whatever stands behind the last chunk.
 */

const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

const KEPT = new Set([
  ...["IHDR", "PLTE", "IDAT", "IEND", "tRNS"],
  ...["gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "cICP", "bKGD", "pHYs"],
]);

/** Length, type and check sum. */
const FRAME_BYTES = 12;

export const isPng = (file: Buffer): boolean => file.subarray(0, SIGNATURE.length).equals(SIGNATURE);

/** The file without what it says beside the picture. @throws Unfit */
export function cleanPng(file: Buffer): Buffer {
  const kept: Buffer[] = [SIGNATURE];
  let at = SIGNATURE.length;
  let hasData = false;
  for (;;) {
    if (at + FRAME_BYTES > file.length) throw damaged();
    const length = file.readUInt32BE(at);
    const end = at + FRAME_BYTES + length;
    if (end > file.length) throw damaged();
    const type = file.subarray(at + 4, at + 8).toString("latin1");
    const isFirst = at === SIGNATURE.length;
    if (isFirst !== (type === "IHDR")) throw damaged();
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) throw damaged();
    if (isFirst) header(file.subarray(at + 8, end - 4));
    if (KEPT.has(type)) kept.push(file.subarray(at, end));
    hasData ||= type === "IDAT";
    at = end;
    if (type === "IEND") break;
  }
  if (!hasData) throw damaged();
  return Buffer.concat(kept);
}

/** @throws Unfit */
function header(body: Buffer): void {
  if (body.length !== 13) throw damaged();
  checkSize(body.readUInt32BE(0), body.readUInt32BE(4));
}
