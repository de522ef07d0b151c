import { type Box, boxes, Reader } from "./boxes.ts";
import { type Extent, itemExtents, itemTypes } from "./heic-items.ts";
import { checkSize, damaged } from "./picture.ts";

/**
 * HEIC (ISO/IEC 23008-12): items in a container, the picture in tiles, Exif and XMP among them. Where each
 * stands is stated by offsets into the file, so nothing is cut out: what is no part of the picture is
 * overwritten with zeros, and its box becomes free space. A decoder takes it as a picture without metadata.
 */

/** Still pictures coded by HEVC. Sequences, as of live photos, are no documents. */
const BRANDS = new Set(["heic", "heix", "heim", "heis"]);

/** Coded pictures, and how a picture is put together of them. */
const PICTURES = new Set(["hvc1", "hev1", "grid", "iden", "iovl", "tmap"]);

const IN_META = new Set(["hdlr", "dinf", "pitm", "iinf", "iref", "iprp", "idat", "iloc", "grpl"]);

/** Properties that describe a picture in words or times. */
const TELLING = new Set(["udes", "altt", "uuid", "crtt", "mdft"]);

const FULL_BOX_BYTES = 4;

export function isHeic(file: Buffer): boolean {
  if (file.length < 16 || file.subarray(4, 8).toString("latin1") !== "ftyp") return false;
  const end = Math.min(file.readUInt32BE(0), 256, file.length);
  const brands = [8];
  // Between the first brand and those that it is compatible with stands a version.
  for (let at = 16; at + 4 <= end; at += 4) brands.push(at);
  return brands.some((at) => BRANDS.has(file.subarray(at, at + 4).toString("latin1")));
}

/** The file without what it says beside the picture. @throws Unfit */
export function cleanHeic(given: Buffer): Buffer {
  const file = Buffer.from(given);
  const top = boxes(file, 0, file.length);
  const meta = only(top, "meta");
  const inMeta = boxes(file, meta.from + FULL_BOX_BYTES, meta.end);
  const idat = inMeta.find(({ type }) => type === "idat");
  const kept = picturesOf(file, inMeta, idat);
  const data = [...top.filter(({ type }) => type === "mdat"), ...(idat ? [idat] : [])];
  for (const { from, end } of kept)
    if (!data.some((box) => from >= box.from && end <= box.end)) throw damaged();
  describe(file, only(inMeta, "iprp"));
  for (const box of inMeta) if (!IN_META.has(box.type)) free(file, box);
  for (const box of data) zeroBetween(file, box, kept);
  for (const box of top) if (!["ftyp", "meta", "mdat"].includes(box.type)) free(file, box);
  return file;
}

/** The one box of a type. @throws Unfit */
function only(among: readonly Box[], type: string): Box {
  const [box, ...more] = among.filter((one) => one.type === type);
  if (!box || more.length > 0) throw damaged();
  return box;
}

/** Where the parts of the picture stand. @throws Unfit where there is none */
function picturesOf(file: Buffer, inMeta: readonly Box[], idat: Box | undefined): Extent[] {
  const types = itemTypes(file, only(inMeta, "iinf"));
  const kept = itemExtents(file, only(inMeta, "iloc"), idat).filter(({ itemId }) =>
    PICTURES.has(types.get(itemId) ?? ""),
  );
  if (kept.length === 0) throw damaged();
  return kept.sort((a, b) => a.from - b.from);
}

/** Checks how large the picture is, and frees what is told of it. @throws Unfit */
function describe(file: Buffer, iprp: Box): void {
  const properties = boxes(file, iprp.from, iprp.end)
    .filter(({ type }) => type === "ipco")
    .flatMap(({ from, end }) => boxes(file, from, end));
  for (const box of properties) {
    if (TELLING.has(box.type)) free(file, box);
    if (box.type !== "ispe") continue;
    const reader = new Reader(file, { ...box, from: box.from + FULL_BOX_BYTES });
    checkSize(reader.number(4), reader.number(4));
  }
}

/** Makes a box free space. */
function free(file: Buffer, { start, from, end }: Box): void {
  file.write("free", start + 4, "latin1");
  file.fill(0, from, end);
}

/** Overwrites what of a box is no part of the picture. */
function zeroBetween(file: Buffer, box: Box, kept: readonly Extent[]): void {
  let at = box.from;
  for (const { from, end } of kept) {
    if (from < box.from || end > box.end) continue;
    if (from > at) file.fill(0, at, from);
    at = Math.max(at, end);
  }
  file.fill(0, at, box.end);
}
