import { orientationOf, orientationSegment } from "./orientation.ts";
import { checkSize, damaged } from "./unfit.ts";

/**
 * JPEG (ITU-T T.81, annex B): a row of segments, each with its length. Kept are those that a decoder needs,
 * the colour profile, and which side is up. All others go: Exif with its GPS, XMP, IPTC, comments, maker's
 * notes, thumbnails; and whatever stands behind the end of the picture.
 */

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;

/** Tables, frames and scans: SOF0 to SOF15 with DHT and DAC among them, DQT, DNL, DRI. */
const isNeeded = (marker: number): boolean =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || [SOS, 0xdb, 0xdc, 0xdd].includes(marker);

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const APP0 = 0xe0;
const APP1 = 0xe1;
/** Segments of applications that change what the picture looks like, by what they begin with. */
const LOOKS: ReadonlyMap<number, string> = new Map([
  [0xe2, "ICC_PROFILE\0"],
  [0xee, "Adobe"],
]);
const JFIF = "JFIF\0";
/** Version, units, densities; behind them stands a thumbnail. */
const JFIF_BYTES = 12;

export const isJpeg = (file: Buffer): boolean => file.subarray(0, 3).equals(Buffer.from([0xff, SOI, 0xff]));

interface Segment {
  readonly marker: number;
  /** Without marker and length; of a scan with all that it is followed by. */
  readonly body: Buffer;
  /** As it stands in the file. */
  readonly whole: Buffer;
}

/** The file without what it says beside the picture. @throws Unfit */
export function cleanJpeg(file: Buffer): Buffer {
  const kept: Buffer[] = [];
  let orientation = 1;
  let frames = 0;
  let scans = 0;
  for (const { marker, body, whole } of segments(file)) {
    if (marker === APP1) orientation = orientationOf(body) ?? orientation;
    if (marker === APP0 && startsWith(body, JFIF)) kept.push(jfif(body));
    if (isNeeded(marker) || startsWith(body, LOOKS.get(marker))) kept.push(whole);
    if (marker === SOS) scans++;
    if (!isFrame(marker)) continue;
    if (body.length < 6) throw damaged();
    // Of a height that is told only behind the first scan, 0 stands here.
    checkSize(body.readUInt16BE(3), body.readUInt16BE(1) || 1);
    frames++;
  }
  if (frames === 0 || scans === 0) throw damaged();
  const upright = orientation === 1 ? [] : [orientationSegment(orientation)];
  return Buffer.concat([Buffer.from([0xff, SOI]), ...upright, ...kept, Buffer.from([0xff, EOI])]);
}

const startsWith = (body: Buffer, text: string | undefined): boolean =>
  text !== undefined && body.subarray(0, text.length).toString("latin1") === text;

/** The head of a JFIF file, without its thumbnail. @throws Unfit */
function jfif(body: Buffer): Buffer {
  if (body.length < JFIF_BYTES) throw damaged();
  const head = Buffer.from(body.subarray(0, JFIF_BYTES));
  return Buffer.concat([Buffer.from([0xff, APP0, 0, JFIF_BYTES + 4]), head, Buffer.from([0, 0])]);
}

/** The segments between the picture's beginning and its end. @throws Unfit where it has no end */
function* segments(file: Buffer): Generator<Segment> {
  let at = 2;
  for (;;) {
    if (file[at] !== 0xff) throw damaged();
    // Any number of fill bytes may stand before a marker.
    while (file[at] === 0xff) at++;
    const marker = file[at++];
    if (marker === undefined || marker === 0) throw damaged();
    if (marker === EOI) return;
    if (isBare(marker)) continue;
    if (at + 2 > file.length) throw damaged();
    const length = file.readUInt16BE(at);
    const bodyEnd = at + length;
    if (length < 2 || bodyEnd > file.length) throw damaged();
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
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Where the coded data of a scan ends: at a marker that is neither a restart nor a stuffed byte. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw damaged();
}
