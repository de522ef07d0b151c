import { deflateSync } from "node:zlib";
import { sharp } from "../../core/identity/kyc/formats/sharp.lazy.ts";
import { chunk, compressedStream, pdf, pngHeader, pngOf } from "./pictures.ts";

/** Files that cost their reader as much time and memory as possible. Each generator fills the given number of bytes. */

interface HostileFile {
  readonly name: string;
  readonly make: (bytes: number) => Promise<Buffer> | Buffer;
}

/** Fragments of PDFs that make a careless parser search to the end of the file, once for each. */
export const PDF_FRAGMENTS = [
  ...["stream\n", " stream\n", "endstream ", ">>stream\nendstream\n", ">>stream\n\x78\x9c\x03\x00endstream"],
  ...[
    "/AA",
    "/AA%",
    "/AA%\n",
    "/AA 1 ",
    "/S%/S%",
    "/URI ",
    "/Type ",
    "/#41#41",
    "/",
    "%",
    "(",
    "<<",
    "[",
    "1 0 obj",
  ],
] as const;

const filledWith = (fragment: string, bytes: number): string =>
  fragment.repeat(Math.max(1, Math.floor(bytes / fragment.length)));

const pdfOf = (content: string): Buffer => Buffer.from(pdf(content));

/** Returns streams whose deflated data contain each other, so that each one inflates all that follow. */
function nestedStreams(bytes: number): Buffer {
  const header = ">>stream\n\x78\x01";
  const stored = (content: string) =>
    `\0${String.fromCharCode(content.length & 255, content.length >> 8, ~content.length & 255, (~content.length >> 8) & 255)}${content}`;
  return pdfOf(filledWith(`${header}${stored(header)}`, bytes));
}

/** Returns a deflated stream of empty blocks, which costs time and gives no output. */
const emptyBlocks = (bytes: number): Buffer =>
  pdfOf(`<< >>\nstream\n\x78\x01${"\0\0\0\xff\xff".repeat(Math.floor(bytes / 5))}\nendstream`);

/** Returns many small streams, which each inflate to a thousand times their size. */
function smallBombs(bytes: number): Buffer {
  const one = compressedStream("", Buffer.alloc(6000, "/AA "));
  return pdfOf(filledWith(`${one}\n`, bytes));
}

const SIDE = 8000;

/** Returns a PNG of 64 megapixels, 16 bits and 4 channels, interlaced: the decoder stores all of it. */
function interlacedPng(bytes: number): Buffer {
  const header = Buffer.from(pngHeader(SIDE, SIDE));
  header.writeUInt8(16, 16);
  header.writeUInt8(6, 17);
  header.writeUInt8(1, 20);
  const pixels = deflateSync(Buffer.alloc(interlacedBytes(SIDE, 8)), { level: 9 });
  const filling = chunk("teXt", Buffer.alloc(Math.max(0, bytes - pixels.length - 100)));
  return pngOf(chunk("IHDR", header.subarray(8, 21)), filling, chunk("IDAT", pixels));
}

/** Returns the size of the rows of all seven passes (ISO/IEC 15948, section 8.2), each with its filter byte. */
function interlacedBytes(side: number, pixelBytes: number): number {
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const;
  return passes.reduce(
    (sum, [x, y, dx, dy]) => sum + Math.ceil((side - y) / dy) * (1 + Math.ceil((side - x) / dx) * pixelBytes),
    0,
  );
}

/** Returns a progressive JPEG of 64 megapixels with this many scans, each of which passes over all pixels. */
export async function manyScans(bytes: number, scans: number): Promise<Buffer> {
  const plain = await sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: "#102030" } })
    .jpeg({ progressive: true, chromaSubsampling: "4:4:4" })
    .toBuffer();
  const start = plain.indexOf(Buffer.from([0xff, 0xda]));
  const table = plain.indexOf(Buffer.from([0xff, 0xc4]), start);
  const scan = plain.indexOf(Buffer.from([0xff, 0xda]), table);
  const next = plain.indexOf(Buffer.from([0xff, 0xc4]), scan);
  const parts = [plain.subarray(0, scan)];
  // Each coefficient's bits, one scan a bit: the most scans that the format allows.
  for (let index = 0; index < scans; index++) {
    const bit = 13 - (index % 14);
    const part = Buffer.from(plain.subarray(scan, next));
    const coefficient = 1 + (Math.floor(index / 14) % 63);
    part[5] = 1 + Math.floor(index / (14 * 63));
    part[7] = coefficient;
    part[8] = coefficient;
    part[9] = bit === 13 ? 13 : ((bit + 1) << 4) | bit;
    parts.push(part);
  }
  return fillJpeg(Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]), bytes);
}

/** Adds comments behind the first marker. */
function fillJpeg(file: Buffer, bytes: number): Buffer {
  const comments: Buffer[] = [];
  for (let left = bytes - file.length; left >= 4; left -= 65_535) {
    const size = Math.min(left, 65_535);
    const comment = Buffer.alloc(size, "x");
    comment.set([0xff, 0xfe, (size - 2) >> 8, (size - 2) & 255]);
    comments.push(comment);
  }
  return Buffer.concat([file.subarray(0, 2), ...comments, file.subarray(2)]);
}

/** Returns noise of about this size, which cannot be decoded faster. */
async function noise(bytes: number): Promise<Buffer> {
  const side = Math.floor(Math.sqrt(bytes / 1.2));
  return sharp({
    create: {
      ...{ width: side, height: side, channels: 3, background: "#808080" },
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90, chromaSubsampling: "4:4:4", progressive: true })
    .toBuffer();
}

/** The most scans that are accepted. */
const ACCEPTED_SCANS = 28;

export const hostileFiles: readonly HostileFile[] = [
  ...PDF_FRAGMENTS.map((fragment) => ({
    name: `PDF of ${JSON.stringify(fragment)}`,
    make: (bytes: number) => pdfOf(filledWith(fragment, bytes)),
  })),
  { name: "PDF with nested streams", make: nestedStreams },
  { name: "PDF with empty blocks", make: emptyBlocks },
  { name: "PDF with small bombs", make: smallBombs },
  {
    name: "PDF that inflates to 70 MB",
    make: () => pdfOf(compressedStream("", Buffer.alloc(70 << 20, "/A"))),
  },
  { name: "PNG of 64 megapixels, interlaced", make: interlacedPng },
  {
    name: "PNG of 3,600 megapixels",
    make: () => pngOf(pngHeader(60_000, 60_000), chunk("IDAT", Buffer.alloc(10))),
  },
  { name: "JPEG of 64 megapixels, many scans", make: (bytes) => manyScans(bytes, ACCEPTED_SCANS) },
  { name: "JPEG with 2,600 scans", make: (bytes) => manyScans(bytes, 2600) },
  { name: "JPEG of noise, rotated", make: noise },
];
