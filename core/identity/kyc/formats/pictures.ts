import type { Sharp, SharpOptions } from "sharp";
import { text } from "../../../kernel/texts/index.ts";
import { damagedError, InvalidFile, uncheckableError } from "./invalid-file.ts";

/**
 * Decodes a picture and encodes it again, so that nothing of the file itself is stored: no metadata, no thumbnail, no colour profile,
 * no bytes after its end. The picture is upright, because its orientation is applied first.
 */

/** The sensors of current phones have up to 64 megapixels, unless their owner selects more. */
export const MAX_PIXELS = 65_000_000;

/** The longest side of a stored picture: A4 at 340 dpi. */
export const MAX_SIDE = 4000;

/** Cameras and image editors write at most ten scans. Each scan of a progressive JPEG passes over all pixels. */
const MAX_SCANS = 30;

/** The time limit of decoding and encoding, in seconds. */
const MAX_SECONDS = 20;

const JPEG_QUALITY = 90;

const options: SharpOptions = {
  failOn: "error",
  limitInputPixels: MAX_PIXELS,
  sequentialRead: true,
  // The first picture of an animated PNG.
  pages: 1,
};

/** Loads the decoder of only these two formats. It uses one thread, and retains no pictures. */
const load = async () => {
  const { sharp } = await import("./sharp.lazy.ts");
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer"] });
  return sharp;
};
let loaded: ReturnType<typeof load> | undefined;

/** @returns a JPEG @throws InvalidFile */
export async function redrawPicture(file: Buffer): Promise<Buffer> {
  assertFewScans(file);
  loaded ??= load();
  const sharp = await loaded;
  await assertSize(sharp(file, { ...options, limitInputPixels: false }));
  try {
    return await sharp(file, options)
      .autoOrient()
      .resize(MAX_SIDE, MAX_SIDE, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .jpeg({ quality: JPEG_QUALITY })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer();
  } catch (error) {
    throw isTimeout(error) ? uncheckableError(error) : damagedError(error);
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith("timeout: ");

/** Reads the header. @throws InvalidFile */
async function assertSize(picture: Sharp): Promise<void> {
  const { width, height } = await picture.metadata().catch((error: unknown) => {
    throw damagedError(error);
  });
  if (width * height <= MAX_PIXELS) return;
  throw new InvalidFile(
    text(
      `measures ${width} × ${height} pixels, which is too large: take the picture again at a lower resolution`,
      `mesure ${width} × ${height} pixels, ce qui est trop grand : refaites la photo avec une résolution plus faible`,
    ),
  );
}

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;

/**
 * Counts the scans of a JPEG (ITU-T T.81, annex B). The decoder's time limit does not apply while it reads them.
 * @throws InvalidFile
 */
function assertFewScans(file: Buffer): void {
  if (file[1] !== SOI) return;
  let scans = 0;
  for (let at = 2; ; ) {
    if (file[at] !== 0xff) throw damagedError();
    // Any number of fill bytes may precede a marker.
    while (file[at] === 0xff) at++;
    const marker = file[at++];
    if (marker === EOI) return;
    if (marker === undefined || marker === 0) throw damagedError();
    if (hasNoLength(marker)) continue;
    if (at + 2 > file.length) throw damagedError();
    at += file.readUInt16BE(at);
    if (marker !== SOS) continue;
    if (++scans > MAX_SCANS) throw uncheckableError();
    at = endOfScan(file, at);
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
