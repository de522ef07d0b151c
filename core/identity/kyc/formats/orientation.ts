/**
 * Which side of a picture is up (Exif 2.32, tag 0x0112): all that is kept of Exif, for a passport that lies on
 * its side is read by nobody.
 */

const EXIF = "Exif\0\0";
const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;

/** The orientation that an Exif segment states, 1 to 8; undefined where it states none. */
export function orientationOf(segment: Buffer): number | undefined {
  if (segment.subarray(0, EXIF.length).toString("latin1") !== EXIF) return undefined;
  const tiff = segment.subarray(EXIF.length);
  try {
    return inTiff(tiff);
  } catch (error) {
    // What is broken states nothing, and goes.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** @throws RangeError where an offset leads out of it */
function inTiff(tiff: Buffer): number | undefined {
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

/** A whole Exif segment that states the orientation and nothing else. */
export function orientationSegment(orientation: number): Buffer {
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
