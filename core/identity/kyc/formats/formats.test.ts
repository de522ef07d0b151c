import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as Pictures from "../../../../tests/support/pictures.ts";
import { clean } from "./index.ts";
import { InvalidFile, UnsupportedFormat } from "./invalid-file.ts";
import { orientationOf } from "./pictures.ts";
import { formats, pictures } from "./schema.ts";

/** Removal of metadata, and rejection of invalid files. */

const cleanFile = (file: Buffer) => clean(file, formats);
const metadataIn = (file: Buffer) =>
  Pictures.METADATA.filter((secret) => file.includes(Buffer.from(secret, "latin1")));

/** Returns the markers of a JPEG up to its first scan. */
function markersOf(file: Buffer): number[] {
  const found: number[] = [];
  for (let at = 2; at < file.length; at += 2 + file.readUInt16BE(at + 2)) {
    found.push(file[at + 1] ?? 0);
    if (found.at(-1) === 0xda) break;
  }
  return found;
}

describe("a JPEG", () => {
  it("loses location, camera, comments and bytes after its end, but no byte of the picture", () => {
    const given = Pictures.jpeg();
    expect(metadataIn(given)).toEqual([...Pictures.METADATA]);
    const { format, file } = cleanFile(given);
    expect(format).toBe("jpeg");
    expect(metadataIn(file)).toEqual([]);
    expect(file.includes("<script>")).toBe(false);
    expect(file.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
    const scan = (one: Buffer) => one.subarray(one.indexOf(Buffer.from([0xff, 0xda])));
    expect(scan(file)).toEqual(scan(Pictures.plainJpeg()));
    expect(file.includes("ICC_PROFILE\0\x01\x01colours")).toBe(true);
  });

  it.each([
    [6, "MM"],
    [3, "II"],
    [8, "MM"],
  ] as const)("retains the orientation %i, read in the byte order %s", (orientation, order) => {
    const { file } = cleanFile(Pictures.jpeg({ orientation, order }));
    const at = file.indexOf("Exif\0\0");
    expect(orientationOf(file.subarray(at, at + 60))).toBe(orientation);
    expect(markersOf(file).filter((marker) => marker === 0xe1)).toHaveLength(1);
  });

  it("has no Exif if its orientation is upright or invalid", () => {
    for (const orientation of [1, 0, 9, 65_535])
      expect(markersOf(cleanFile(Pictures.jpeg({ orientation })).file)).not.toContain(0xe1);
  });

  it("does not change if it is cleaned again", () => {
    const { file } = cleanFile(Pictures.jpeg());
    expect(cleanFile(file).file).toEqual(file);
  });

  it("is rejected if it is incomplete or has no picture", () => {
    const whole = Pictures.plainJpeg();
    for (let end = 3; end < whole.length; end++)
      expect(() => cleanFile(whole.subarray(0, end)), `cut at ${end}`).toThrow(InvalidFile);
    expect(() => cleanFile(Buffer.from([0xff, 0xd8, 0xff, 0xd9]))).toThrow("is damaged");
  });

  it("is rejected with too many pixels", () => {
    const given = Pictures.plainJpeg();
    const frame = given.indexOf(Buffer.from([0xff, 0xc0]));
    given.writeUInt16BE(65_535, frame + 5);
    given.writeUInt16BE(65_535, frame + 7);
    expect(() => cleanFile(given)).toThrow("65535 × 65535 pixels");
  });
});

describe("a PNG", () => {
  it("loses texts, Exif and bytes after its end", () => {
    const given = Pictures.png();
    expect(metadataIn(given)).not.toEqual([]);
    const { format, file } = cleanFile(given);
    expect(format).toBe("png");
    expect(file).toEqual(Pictures.plainPng());
  });

  it("is rejected if its chunks were changed, cut or reordered", () => {
    const whole = Pictures.plainPng();
    for (let end = 8; end < whole.length; end++)
      expect(() => cleanFile(whole.subarray(0, end))).toThrow(InvalidFile);
    const changed = Buffer.from(whole);
    changed.writeUInt8(9, 20);
    expect(() => cleanFile(changed)).toThrow("is damaged");
    expect(() => cleanFile(Pictures.pngOf(Pictures.pngHeader(1, 1)))).toThrow("is damaged");
    expect(() =>
      cleanFile(Pictures.pngOf(Pictures.chunk("gAMA", Buffer.alloc(4)), Pictures.pngHeader(1, 1))),
    ).toThrow("is damaged");
  });

  it("is rejected with too many pixels, before it is decompressed", () => {
    const bomb = Pictures.pngOf(Pictures.pngHeader(60_000, 60_000), Pictures.chunk("IDAT", Buffer.alloc(10)));
    expect(() => cleanFile(bomb)).toThrow("60000 × 60000 pixels");
  });
});

describe("a HEIC", () => {
  it.each(["heic", "heix", "mif1"])(
    "of the brand %s is rejected, with the accepted formats in the message",
    (brand) => {
      expect(() => cleanFile(Pictures.heic(brand))).toThrow(UnsupportedFormat);
      expect(() => cleanFile(Pictures.heic(brand))).toThrow(
        /HEIC format, which is not supported.*JPEG, PNG, PDF/,
      );
    },
  );

  it.each(["avif", "mp42", "qt  "])("is not assumed for a file of the brand %s", (brand) => {
    expect(() => cleanFile(Pictures.heic(brand))).toThrow("must be in one of these formats");
  });
});

describe("a PDF", () => {
  it("is returned unchanged up to its end", () => {
    const given = Pictures.pdf(Pictures.compressedStream("", "BT (a bill) Tj ET"));
    const { format, file } = cleanFile(Buffer.concat([given, Buffer.from(Pictures.METADATA[3])]));
    expect(format).toBe("pdf");
    expect(file).toEqual(given.subarray(0, given.lastIndexOf("%%EOF") + 5));
  });

  it.each([
    ["a script", "<< /S /JavaScript /JS (app.alert(1)) >>"],
    ["a script whose name is escaped", "<< /S /J#61vaScr#69pt /JS (app.alert(1)) >>"],
    ["a program", "<< /S /Launch /F (cmd.exe) >>"],
    ["an attachment", "<< /Type /Filespec /EF << /F 9 0 R >> >> << /Type /EmbeddedFile >>"],
    ["a form that submits", "<< /S /SubmitForm /F (https://example.com) >>"],
    ["an XML form", "<< /AcroForm << /XFA [] >> >>"],
    ["a video", "<< /Subtype /RichMedia >>"],
    ["an action at the opening", "<< /Type /Catalog /OpenAction << /S /Named /N /Print >> >>"],
    ["an action at the opening in another object", "<< /Type /Catalog /Open#41ction 9 0 R >>"],
    ["an action at the opening of a page", "<< /Type /Page /AA << /O 9 0 R >> >>"],
    ["an action after a comment", "<< /Type /Page /AA% a remark\n<< /O 9 0 R >> >>"],
    ["a link", "<< /Subtype /Link /A << /S /URI /URI (https://example.com) >> >>"],
    ["a link in a compressed stream", Pictures.compressedStream("/Type /ObjStm", "<< /S/URI/URI<68> >>")],
    [
      "a script in a compressed stream",
      Pictures.compressedStream("/Type /ObjStm /N 1 /First 4", "1 0 << /S /JavaScript >>"),
    ],
    [
      "a script in a compressed stream of another name",
      Pictures.compressedStream("", "<< /S /#4aavaScript >>"),
    ],
    [
      "objects compressed twice",
      "<< /Type /ObjStm /Filter [/ASCIIHexDecode /FlateDecode] >>\nstream\n789c\nendstream",
    ],
    [
      "objects with a predictor",
      "<< /Type /ObjStm /Filter /FlateDecode /DecodeParms << /Predictor 12 >> >>\nstream\nx\nendstream",
    ],
  ])("with %s is rejected", (_, object) => {
    expect(() => cleanFile(Pictures.pdf(object))).toThrow("contains scripts, attachments, links");
  });

  it("is rejected without a page, but accepted with a compressed page or with an opening page", () => {
    const bare = Pictures.pdf().toString("latin1").replace("<< /Type /Page /Parent 2 0 R >>", "null");
    const with_ = (object: string) =>
      Buffer.from(bare.replace("trailer", `9 0 obj\n${object}\nendobj\ntrailer`), "latin1");
    expect(() => cleanFile(Buffer.from(bare, "latin1"))).toThrow("has no pages");
    expect(cleanFile(with_(Pictures.compressedStream("/Type /ObjStm", "<</Type/Page>>"))).format).toBe("pdf");
    expect(cleanFile(Pictures.pdf("<< /Type /Catalog /OpenAction [3 0 R /Fit] >>")).format).toBe("pdf");
  });

  it("is rejected if it is encrypted or damaged", () => {
    expect(() => cleanFile(Pictures.pdf("<< /Encrypt 9 0 R >>"))).toThrow("protected by a password");
    expect(() => cleanFile(Pictures.pdf().subarray(0, 60))).toThrow("is damaged");
  });

  it("is rejected if it decompresses to more than the limit", () => {
    const bomb = Pictures.pdf(Pictures.compressedStream("", Buffer.alloc(70 * 1024 * 1024)));
    expect(bomb.length).toBeLessThan(100_000);
    expect(() => cleanFile(bomb)).toThrow("larger than 64 MB");
    const many = Pictures.pdf(
      ...Array.from({ length: 8 }, () => Pictures.compressedStream("", Buffer.alloc(9 * 1024 * 1024))),
    );
    expect(() => cleanFile(many)).toThrow("larger than 64 MB");
  });
});

describe("a file", () => {
  it.each([
    ["empty", Buffer.alloc(0)],
    ["a page", Buffer.from("<html><script>alert(1)</script>")],
    ["a program", Buffer.from("MZ\x90\0")],
    ["an archive", Buffer.from("PK\u0003\u0004")],
    ["a GIF", Buffer.from("GIF89a")],
    ["a vector picture", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ["a PDF behind something else", Buffer.concat([Buffer.from("<html>"), Pictures.pdf()])],
    ["a JPEG behind something else", Buffer.concat([Buffer.from("GIF89a"), Pictures.jpeg()])],
  ])("is rejected by its first bytes if it is %s", (_, file) => {
    expect(() => cleanFile(file)).toThrow("must be in one of these formats: JPEG, PNG, PDF");
  });

  it("is rejected as a selfie if it is a PDF", () => {
    expect(() => clean(Pictures.pdf(), pictures)).toThrow(/JPEG, PNG$/);
  });

  it("is cleaned or rejected as invalid after random changes of up to four bytes", () => {
    const all = [Pictures.jpeg(), Pictures.png(), Pictures.pdf(Pictures.compressedStream("", "a bill"))];
    fc.assert(
      fc.property(
        fc.constantFrom(...all),
        fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        (given, changes) => {
          const file = Buffer.from(given);
          for (const [at, value] of changes) file[at % file.length] = value;
          try {
            cleanFile(file);
          } catch (error) {
            expect(error).toBeInstanceOf(InvalidFile);
          }
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("of the PNG fixture contains its pixel", () => {
    const file = Pictures.plainPng();
    const at = file.indexOf("IDAT");
    expect(inflateSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4)))).toEqual(
      Buffer.from([0, 128]),
    );
  });
});
