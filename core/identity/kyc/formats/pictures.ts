import { crc32 } from "node:zlib";
import { assertSize, damagedError } from "./invalid-file.ts";

/**
 * Removes metadata from pictures. A JPEG (ITU-T T.81, annex B) retains the segments that a decoder needs, the colour profile and
 * the orientation. Exif with GPS, XMP, IPTC, comments, thumbnails and bytes after the end are removed.
 */

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;

/** Tables, frames and scans: SOF0 to SOF15 with DHT and DAC among them, DQT, DNL, DRI. */
const isDecoderSegment = (marker: number): boolean =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || [SOS, 0xdb, 0xdc, 0xdd].includes(marker);

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const APP0 = 0xe0;
const APP1 = 0xe1;
/** Application segments that affect the rendering, with their first bytes. */
const RENDERING_SEGMENTS: ReadonlyMap<number, string> = new Map([
  [0xe2, "ICC_PROFILE\0"],
  [0xee, "Adobe"],
]);
const JFIF = "JFIF\0";
/** The length of the header with version, units and densities, before the thumbnail. */
const JFIF_BYTES = 12;

export const isJpeg = (file: Buffer): boolean => file.subarray(0, 3).equals(Buffer.from([0xff, SOI, 0xff]));

/** @throws InvalidFile */
export function cleanJpeg(file: Buffer): Buffer {
  const parts: Buffer[] = [];
  let orientation = 1;
  let frames = 0;
  let scans = 0;
  for (const { marker, body, whole } of segments(file)) {
    if (marker === APP1) orientation = orientationOf(body) ?? orientation;
    if (marker === APP0 && startsWith(body, JFIF)) parts.push(jfifHeader(body));
    if (isDecoderSegment(marker) || startsWith(body, RENDERING_SEGMENTS.get(marker))) parts.push(whole);
    if (marker === SOS) scans++;
    if (!isFrame(marker)) continue;
    if (body.length < 6) throw damagedError();
    // The height is 0 if it follows the first scan.
    assertSize(body.readUInt16BE(3), body.readUInt16BE(1) || 1);
    frames++;
  }
  if (frames === 0 || scans === 0) throw damagedError();
  const upright = orientation === 1 ? [] : [orientationSegment(orientation)];
  return Buffer.concat([Buffer.from([0xff, SOI]), ...upright, ...parts, Buffer.from([0xff, EOI])]);
}

const startsWith = (body: Buffer, text: string | undefined): boolean =>
  text !== undefined && body.subarray(0, text.length).toString("latin1") === text;

/** Returns the header of a JFIF file without its thumbnail. @throws InvalidFile */
function jfifHeader(body: Buffer): Buffer {
  if (body.length < JFIF_BYTES) throw damagedError();
  const head = Buffer.from(body.subarray(0, JFIF_BYTES));
  return Buffer.concat([Buffer.from([0xff, APP0, 0, JFIF_BYTES + 4]), head, Buffer.from([0, 0])]);
}

/** Yields the segments of a picture. @throws InvalidFile if it has no end */
function* segments(file: Buffer) {
  let at = 2;
  for (;;) {
    if (file[at] !== 0xff) throw damagedError();
    // Any number of fill bytes may precede a marker.
    while (file[at] === 0xff) at++;
    const marker = file[at++];
    if (marker === undefined || marker === 0) throw damagedError();
    if (marker === EOI) return;
    if (hasNoLength(marker)) continue;
    if (at + 2 > file.length) throw damagedError();
    const length = file.readUInt16BE(at);
    const bodyEnd = at + length;
    if (length < 2 || bodyEnd > file.length) throw damagedError();
    const end = marker === SOS ? endOfScan(file, bodyEnd) : bodyEnd;
    yield {
      marker,
      body: file.subarray(at + 2, bodyEnd),
      whole: Buffer.concat([Buffer.from([0xff, marker]), file.subarray(at, end)]),
    };
    at = end;
  }
}

/** Markers without a segment: TEM, and restarts outside of a scan. */
const hasNoLength = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Finds the end of a scan's coded data: a marker that is neither a restart nor a stuffed byte. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw damagedError();
}

// The orientation (Exif 2.32, tag 0x0112) is the only retained part of Exif, so that a reviewer sees the document upright.

const EXIF = "Exif\0\0";
const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;

/** Returns the orientation in an Exif segment, 1 to 8. */
export function orientationOf(segment: Buffer): number | undefined {
  if (segment.subarray(0, EXIF.length).toString("latin1") !== EXIF) return undefined;
  const tiff = segment.subarray(EXIF.length);
  try {
    return readOrientation(tiff);
  } catch (error) {
    // A damaged segment has no orientation.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** @throws RangeError if an offset is outside of the segment */
function readOrientation(tiff: Buffer): number | undefined {
  const isLittle = tiff.subarray(0, 2).toString("latin1") === "II";
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = long(4);
  const entries = short(directory);
  for (let index = 0; index < entries; index++) {
    const at = directory + 2 + index * ENTRY_BYTES;
    if (short(at) !== ORIENTATION || short(at + 2) !== SHORT) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** Builds an Exif segment that contains only the orientation. */
function orientationSegment(orientation: number): Buffer {
  const tiff = Buffer.alloc(8 + 2 + ENTRY_BYTES + 4);
  tiff.write("MM\0*", 0, "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  const body = Buffer.concat([Buffer.from(EXIF, "latin1"), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

// A PNG (ISO/IEC 15948) retains the chunks of the picture and its colours. Texts, Exif, times, animations, application chunks and
// bytes after the last chunk are removed.

const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

const NEEDED_CHUNKS = new Set([
  ...["IHDR", "PLTE", "IDAT", "IEND", "tRNS"],
  ...["gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "cICP", "bKGD", "pHYs"],
]);

/** Length, type and checksum. */
const CHUNK_OVERHEAD = 12;

export const isPng = (file: Buffer): boolean => file.subarray(0, SIGNATURE.length).equals(SIGNATURE);

/** @throws InvalidFile */
export function cleanPng(file: Buffer): Buffer {
  const parts: Buffer[] = [SIGNATURE];
  let at = SIGNATURE.length;
  let hasData = false;
  for (;;) {
    if (at + CHUNK_OVERHEAD > file.length) throw damagedError();
    const length = file.readUInt32BE(at);
    const end = at + CHUNK_OVERHEAD + length;
    if (end > file.length) throw damagedError();
    const type = file.subarray(at + 4, at + 8).toString("latin1");
    const isFirst = at === SIGNATURE.length;
    if (isFirst !== (type === "IHDR")) throw damagedError();
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) throw damagedError();
    if (isFirst) assertHeader(file.subarray(at + 8, end - 4));
    if (NEEDED_CHUNKS.has(type)) parts.push(file.subarray(at, end));
    hasData ||= type === "IDAT";
    at = end;
    if (type === "IEND") break;
  }
  if (!hasData) throw damagedError();
  return Buffer.concat(parts);
}

/** @throws InvalidFile */
function assertHeader(body: Buffer): void {
  if (body.length !== 13) throw damagedError();
  assertSize(body.readUInt32BE(0), body.readUInt32BE(4));
}
