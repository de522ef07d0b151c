import { damaged } from "./picture.ts";

/** Boxes of the ISO base media file format (ISO/IEC 14496-12), which HEIC is made of. */

export interface Box {
  readonly type: string;
  /** Where it begins in the file, and where what it holds does. */
  readonly start: number;
  readonly from: number;
  readonly end: number;
}

/** The boxes between two places of a file, one behind the other without a gap. @throws Unfit */
export function boxes(file: Buffer, from: number, to: number): Box[] {
  const found: Box[] = [];
  for (let start = from; start < to; ) {
    const box = boxAt(file, start, to);
    found.push(box);
    start = box.end;
  }
  return found;
}

function boxAt(file: Buffer, start: number, to: number): Box {
  if (start + 8 > to) throw damaged();
  const size = file.readUInt32BE(start);
  const type = file.subarray(start + 4, start + 8).toString("latin1");
  // 1: the size stands behind, in 64 bits. 0: up to the end.
  const isLong = size === 1;
  if (isLong && start + 16 > to) throw damaged();
  const length = isLong ? Number(file.readBigUInt64BE(start + 8)) : size === 0 ? to - start : size;
  const from = start + (isLong ? 16 : 8);
  const end = start + length;
  if (end < from || end > to) throw damaged();
  return { type, start, from, end };
}

/** Reads numbers one behind the other; beyond its end the file is damaged. */
export class Reader {
  readonly #file: Buffer;
  readonly #end: number;
  at: number;
  constructor(file: Buffer, { from, end }: Pick<Box, "from" | "end">) {
    this.#file = file;
    this.#end = end;
    this.at = from;
  }

  /** An unsigned number of so many bytes; 0 of none. @throws Unfit */
  number(bytes: number): number {
    if (this.at + bytes > this.#end) throw damaged();
    let value = 0;
    for (let index = 0; index < bytes; index++) value = value * 256 + (this.#file[this.at++] ?? 0);
    if (!Number.isSafeInteger(value)) throw damaged();
    return value;
  }

  text(bytes: number): string {
    if (this.at + bytes > this.#end) throw damaged();
    this.at += bytes;
    return this.#file.subarray(this.at - bytes, this.at).toString("latin1");
  }
}
