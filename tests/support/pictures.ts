import { crc32, deflateSync } from "node:zlib";

/** Pictures as cameras make them, with metadata, built byte by byte. */

/** Metadata that must not occur in any stored file. */
export const METADATA = [
  "GPS-48.8584-2.2945",
  "iPhone 17 of Ada",
  "<x:xmpmeta",
  "PK\u0003\u0004zipped",
] as const;
const [PLACE, MAKER, XMP, ZIP] = METADATA;

const segment = (marker: number, body: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};

/** Returns a camera's Exif: maker, orientation, and location (GPS). */
export function exif(orientation: number, order: "MM" | "II" = "MM"): Buffer {
  const little = order === "II";
  const tiff = Buffer.alloc(8 + 2 + 3 * 12 + 4 + 64 + 2 + 12 + 4 + 64);
  const u16 = (value: number, at: number) =>
    little ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const u32 = (value: number, at: number) =>
    little ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  tiff.write(order, 0, "latin1");
  u16(42, 2);
  u32(8, 4);
  u16(3, 8);
  const entry = (at: number, tag: number, type: number, count: number) => {
    u16(tag, at);
    u16(type, at + 2);
    u32(count, at + 4);
  };
  const texts = 8 + 2 + 3 * 12 + 4;
  entry(10, 0x010f, 2, MAKER.length);
  u32(texts, 18);
  tiff.write(MAKER, texts, "latin1");
  entry(22, 0x0112, 3, 1);
  u16(orientation, 30);
  const gps = texts + 64;
  entry(34, 0x8825, 4, 1);
  u32(gps, 42);
  u16(1, gps);
  entry(gps + 2, 0x0002, 2, PLACE.length);
  u32(gps + 18, gps + 10);
  tiff.write(PLACE, gps + 18, "latin1");
  return Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
}

/** A baseline JPEG of one grey pixel, as tables and coded data. */
const PIXEL = Buffer.from(
  "ffdb004300080606070605080707070909080a0c140d0c0b0b0c1912130f141d1a1f1e1d1a1c1c20242e2720222c231c1c2837292c30313434341f27393d38323c2e333432" +
    "ffc0000b080001000101011100ffc4001f0000010501010101010100000000000000000102030405060708090a0bffc400b5100002010303020403050504040000017d01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9faffda0008010100003f00d2cf20ff00",
  "hex",
);

const SOI = Buffer.from([0xff, 0xd8]);
const EOI = Buffer.from([0xff, 0xd9]);
const JFIF = segment(0xe0, Buffer.from("JFIF\0\x01\x01\0\0\x01\0\x01\0\0", "latin1"));

interface Metadata {
  readonly orientation?: number;
  readonly order?: "MM" | "II";
}

/** Returns a JPEG that contains its maker and location, and an archive after its end. */
export const jpeg = ({ orientation = 6, order = "MM" }: Metadata = {}): Buffer =>
  Buffer.concat([
    ...[SOI, JFIF, segment(0xe1, exif(orientation, order))],
    segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${XMP} ${PLACE}`, "latin1")),
    segment(0xed, Buffer.from(`Photoshop 3.0\0${PLACE}`, "latin1")),
    segment(0xfe, Buffer.from(`<script>${MAKER}</script>`, "latin1")),
    segment(0xe2, Buffer.from("ICC_PROFILE\0\x01\x01colours", "latin1")),
    ...[PIXEL, EOI, Buffer.from(`${ZIP} ${PLACE}`, "latin1")],
  ]);

/** Returns a JPEG without metadata. */
export const plainJpeg = (): Buffer => Buffer.concat([SOI, JFIF, PIXEL, EOI]);

/** Returns a JPEG of exactly this size, padded with comments. */
export function largeJpeg(bytes: number): Buffer {
  const filling = bytes - plainJpeg().length;
  const comments: Buffer[] = [];
  for (let left = filling; left > 0; ) {
    const most = Math.min(left, 65_537);
    // The remainder must be large enough for a segment.
    const size = left - most > 0 && left - most < 4 ? most - 4 : most;
    comments.push(segment(0xfe, Buffer.alloc(size - 4, "x")));
    left -= size;
  }
  return Buffer.concat([SOI, JFIF, ...comments, PIXEL, EOI]);
}

export const chunk = (type: string, body: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(body.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
};

const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** Returns the header of a grey PNG of this size. */
export function pngHeader(width: number, height: number): Buffer {
  const body = Buffer.alloc(13);
  body.writeUInt32BE(width, 0);
  body.writeUInt32BE(height, 4);
  body.writeUInt8(8, 8);
  return chunk("IHDR", body);
}

/** Returns a PNG of these chunks, between signature and end. */
export const pngOf = (...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([SIGNATURE, ...chunks, chunk("IEND", Buffer.alloc(0))]);

const PIXELS = chunk("IDAT", deflateSync(Buffer.from([0, 128])));

/** Returns a PNG with metadata (the camera's maker, its location, XMP), and bytes of a ZIP after its end. */
export const png = (): Buffer =>
  Buffer.concat([
    pngOf(
      pngHeader(1, 1),
      chunk("gAMA", Buffer.from([0, 0, 177, 143])),
      chunk("tEXt", Buffer.from(`Author\0${MAKER}`, "latin1")),
      chunk("eXIf", exif(6).subarray(6)),
      chunk("iTXt", Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${XMP}`, "latin1")),
      PIXELS,
    ),
    Buffer.from(ZIP, "latin1"),
  ]);

export const plainPng = (): Buffer =>
  pngOf(pngHeader(1, 1), chunk("gAMA", Buffer.from([0, 0, 177, 143])), PIXELS);

/** Returns the beginning of a file in the ISO base media format, such as HEIC. */
export const heic = (brand = "heic"): Buffer =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1heic`, "latin1")]);

/** Returns a PDF of these objects, such as a bill. */
export const pdf = (...objects: readonly string[]): Buffer =>
  Buffer.from(
    `%PDF-1.7\n${[
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R >>",
      ...objects,
    ]
      .map((one, index) => `${index + 1} 0 obj\n${one}\nendobj\n`)
      .join("")}trailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`,
    "latin1",
  );

/** Returns a compressed PDF stream. */
export const compressedStream = (dictionary: string, content: string | Buffer): string => {
  const body = deflateSync(Buffer.from(content)).toString("latin1");
  return `<< ${dictionary} /Filter /FlateDecode /Length ${body.length} >>\nstream\n${body}\nendstream`;
};
