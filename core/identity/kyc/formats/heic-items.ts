import { type Box, boxes, Reader } from "./boxes.ts";
import { damaged } from "./picture.ts";

/** The items of a HEIC file: what each is, and where it stands (ISO/IEC 14496-12, 8.11.3 and 8.11.6). */

/** A part of an item: from here up to, and without, there. */
export interface Extent {
  readonly itemId: number;
  readonly from: number;
  readonly end: number;
}

/** More items than any picture has tiles. */
const MOST_ITEMS = 20_000;

/** The type of each item (`hvc1`, `Exif`). @throws Unfit */
export function itemTypes(file: Buffer, iinf: Box): ReadonlyMap<number, string> {
  const reader = new Reader(file, iinf);
  const version = reader.number(4) >>> 24;
  reader.number(version === 0 ? 2 : 4);
  const types = new Map<number, string>();
  for (const box of boxes(file, reader.at, iinf.end)) {
    const entry = new Reader(file, box);
    const of = Math.floor(entry.number(4) / 2 ** 24);
    // Before version 2 an entry names no type of its own, and is of no picture.
    if (box.type !== "infe" || of < 2) continue;
    const itemId = entry.number(of === 2 ? 2 : 4);
    entry.number(2);
    types.set(itemId, entry.text(4));
  }
  return types;
}

/** Where each item stands in the file. @throws Unfit */
export function itemExtents(file: Buffer, iloc: Box, idat: Box | undefined): Extent[] {
  const reader = new Reader(file, iloc);
  const version = Math.floor(reader.number(4) / 2 ** 24);
  if (version > 2) throw damaged();
  const [offsetAndLength, baseAndIndex] = [reader.number(1), reader.number(1)];
  const sizes = {
    offset: offsetAndLength >> 4,
    length: offsetAndLength & 15,
    base: baseAndIndex >> 4,
    index: version === 0 ? 0 : baseAndIndex & 15,
  };
  const count = reader.number(version < 2 ? 2 : 4);
  if (count > MOST_ITEMS) throw damaged();
  const found: Extent[] = [];
  for (let item = 0; item < count; item++) {
    const itemId = reader.number(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : reader.number(2) & 15;
    const reference = reader.number(2);
    const base = reader.number(sizes.base);
    const extents = reader.number(2);
    // What stands in another file, or within another item, is nothing that a camera writes.
    if (reference !== 0 || method > 1 || (method === 1 && !idat)) throw damaged();
    const origin = base + (method === 1 ? (idat?.from ?? 0) : 0);
    for (let extent = 0; extent < extents; extent++) {
      reader.number(sizes.index);
      const from = origin + reader.number(sizes.offset);
      found.push({ itemId, from, end: from + reader.number(sizes.length) });
    }
  }
  return found;
}
