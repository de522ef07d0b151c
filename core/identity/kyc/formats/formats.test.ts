import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileFiles, manyScans, PDF_FRAGMENTS } from "../../../../tests/support/hostile-files.ts";
import * as Pictures from "../../../../tests/support/pictures.ts";
import { detectFormat } from "./detect.ts";
import { clean } from "./index.ts";
import { InvalidFile, UnsupportedFormat } from "./invalid-file.ts";
import { PdfScan } from "./pdf-scan.ts";
import { MAX_SIDE } from "./pictures.ts";
import { formats, pictures } from "./schema.ts";
import { sharp } from "./sharp.lazy.ts";

/** Removal of metadata, rejection of invalid files, and the time that hostile files take. */

const cleanFile = (file: Buffer) => clean(file, formats);
const metadataIn = (file: Buffer) =>
  Pictures.METADATA.filter((secret) => file.includes(Buffer.from(secret, "latin1")));

/** Returns a picture whose left half is white and whose right half is black. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#ffffff" } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: "#000000" } }, gravity: "east" },
  ]);

describe("a JPEG", () => {
  it("loses location, camera, comments, colour profile and bytes after its end", async () => {
    const given = Pictures.jpeg();
    expect(metadataIn(given)).toEqual([...Pictures.METADATA]);
    const { format, file } = await cleanFile(given);
    expect(format).toBe("jpeg");
    expect(metadataIn(file)).toEqual([]);
    expect(file.includes("<script>")).toBe(false);
    expect(file.includes("ICC_PROFILE")).toBe(false);
    expect(file.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
    const metadata = await sharp(file).metadata();
    expect(metadata).toMatchObject({ format: "jpeg", width: 1, height: 1 });
    expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.icc]).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });

  it.each([
    [1, "white left"],
    [3, "white right"],
    [6, "white top"],
    [8, "white bottom"],
  ] as const)("of the orientation %i is stored upright", async (orientation, expected) => {
    const given = await halves(80, 40).withMetadata({ orientation }).jpeg().toBuffer();
    const { file } = await cleanFile(given);
    const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
    const isWhite = (x: number, y: number) => (data[y * info.width + x] ?? 0) > 128;
    const [right, bottom] = [info.width - 4, info.height - 4];
    const side = isWhite(4, 4)
      ? isWhite(right, 4)
        ? "white top"
        : "white left"
      : isWhite(right, 4)
        ? "white right"
        : "white bottom";
    expect(side).toBe(expected);
    expect(isWhite(right, bottom)).toBe(["white right", "white bottom"].includes(expected));
    expect((await sharp(file).metadata()).orientation).toBeUndefined();
  });

  it("is reduced to the maximum size, and never enlarged", async () => {
    const sizeOf = async (width: number, height: number) => {
      const { file } = await cleanFile(await halves(width, height).jpeg().toBuffer());
      const metadata = await sharp(file).metadata();
      return [metadata.width, metadata.height];
    };
    expect(await sizeOf(5000, 2500)).toEqual([MAX_SIDE, MAX_SIDE / 2]);
    expect(await sizeOf(640, 480)).toEqual([640, 480]);
  });

  it("is rejected if it is incomplete or has no picture", async () => {
    const whole = Pictures.plainJpeg();
    for (let end = 3; end < whole.length; end++)
      await expect(cleanFile(whole.subarray(0, end)), `cut at ${end}`).rejects.toThrow(InvalidFile);
    await expect(cleanFile(Buffer.from([0xff, 0xd8, 0xff, 0xd9]))).rejects.toThrow("is damaged");
    const photo = await halves(640, 480).jpeg().toBuffer();
    await expect(cleanFile(photo.subarray(0, photo.length >> 1))).rejects.toThrow("is damaged");
  });

  it("is rejected with too many pixels", async () => {
    const given = Pictures.plainJpeg();
    const frame = given.indexOf(Buffer.from([0xff, 0xc0]));
    given.writeUInt16BE(60_000, frame + 5);
    given.writeUInt16BE(60_000, frame + 7);
    await expect(cleanFile(given)).rejects.toThrow("60000 × 60000 pixels");
  });

  it("is rejected with more scans than any camera writes, before it is decoded", async () => {
    await expect(cleanFile(await manyScans(0, 40))).rejects.toThrow("could not be checked");
  });
});

describe("a PNG", () => {
  it("becomes a JPEG without texts, Exif and bytes after its end", async () => {
    const given = Pictures.png();
    expect(metadataIn(given)).not.toEqual([]);
    const { format, file } = await cleanFile(given);
    expect(format).toBe("jpeg");
    expect(metadataIn(file)).toEqual([]);
    const { data } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(120);
    expect(data[0]).toBeLessThan(136);
  });

  it("is white where it is transparent", async () => {
    const given = await sharp({ create: { width: 8, height: 8, channels: 4, background: "#00000000" } })
      .png()
      .toBuffer();
    const { data } = await sharp((await cleanFile(given)).file)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  it("is rejected if it is incomplete or damaged", async () => {
    const whole = await halves(64, 64).png().toBuffer();
    for (let end = 8; end < whole.length - 12; end += 7)
      await expect(cleanFile(whole.subarray(0, end)), `cut at ${end}`).rejects.toThrow(InvalidFile);
    const changed = Buffer.from(whole);
    changed.writeUInt8(99, 20);
    await expect(cleanFile(changed)).rejects.toThrow("is damaged");
    await expect(cleanFile(Pictures.pngOf(Pictures.pngHeader(1, 1)))).rejects.toThrow("is damaged");
  });

  it("is rejected with too many pixels, before it is decompressed", async () => {
    const bomb = Pictures.pngOf(Pictures.pngHeader(60_000, 60_000), Pictures.chunk("IDAT", Buffer.alloc(10)));
    await expect(cleanFile(bomb)).rejects.toThrow("60000 × 60000 pixels");
  });
});

describe("a HEIC", () => {
  it.each(["heic", "heix", "mif1"])(
    "of the brand %s is rejected, with the accepted formats in the message",
    (brand) => {
      expect(() => detectFormat(Pictures.heic(brand), formats)).toThrow(UnsupportedFormat);
      expect(() => detectFormat(Pictures.heic(brand), formats)).toThrow(
        /HEIC format, which is not supported.*JPEG, PNG, PDF/,
      );
    },
  );

  it.each(["avif", "mp42", "qt  "])("is not assumed for a file of the brand %s", (brand) => {
    expect(() => detectFormat(Pictures.heic(brand), formats)).toThrow("must be in one of these formats");
  });
});

describe("a PDF", () => {
  it("is returned unchanged up to its end", async () => {
    const given = Pictures.pdf(Pictures.compressedStream("", "BT (a bill) Tj ET"));
    const { format, file } = await cleanFile(Buffer.concat([given, Buffer.from(Pictures.METADATA[3])]));
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
  ])("with %s is rejected", async (_, object) => {
    await expect(cleanFile(Pictures.pdf(object))).rejects.toThrow("contains scripts, attachments, links");
  });

  it("is rejected without a page, but accepted with a compressed page or with an opening page", async () => {
    const bare = Pictures.pdf().toString("latin1").replace("<< /Type /Page /Parent 2 0 R >>", "null");
    const with_ = (object: string) =>
      Buffer.from(bare.replace("trailer", `9 0 obj\n${object}\nendobj\ntrailer`), "latin1");
    await expect(cleanFile(Buffer.from(bare, "latin1"))).rejects.toThrow("has no pages");
    expect(
      (await cleanFile(with_(Pictures.compressedStream("/Type /ObjStm", "<</Type/Page>>")))).format,
    ).toBe("pdf");
    expect((await cleanFile(Pictures.pdf("<< /Type /Catalog /OpenAction [3 0 R /Fit] >>"))).format).toBe(
      "pdf",
    );
  });

  it("is rejected if it is encrypted or damaged", async () => {
    await expect(cleanFile(Pictures.pdf("<< /Encrypt 9 0 R >>"))).rejects.toThrow("protected by a password");
    await expect(cleanFile(Pictures.pdf().subarray(0, 60))).rejects.toThrow("is damaged");
  });

  it("is rejected if it decompresses to more than the limit", async () => {
    const bomb = Pictures.pdf(Pictures.compressedStream("", Buffer.alloc(70 * 1024 * 1024)));
    expect(bomb.length).toBeLessThan(100_000);
    await expect(cleanFile(bomb)).rejects.toThrow("larger than 64 MB");
    const many = Pictures.pdf(
      ...Array.from({ length: 8 }, () => Pictures.compressedStream("", Buffer.alloc(9 * 1024 * 1024))),
    );
    await expect(cleanFile(many)).rejects.toThrow("larger than 64 MB");
  });

  it("is rejected with more than 100 pages, also in compressed streams", async () => {
    const pages = (count: number) => "<< /Type /Page >> ".repeat(count);
    expect((await cleanFile(Pictures.pdf(pages(99)))).format).toBe("pdf");
    await expect(cleanFile(Pictures.pdf(pages(100)))).rejects.toThrow("more than 100 pages");
    const compressed = Pictures.compressedStream("/Type /ObjStm", pages(100));
    await expect(cleanFile(Pictures.pdf(compressed))).rejects.toThrow("more than 100 pages");
  });

  it("is scanned the same if its names and tokens are divided between chunks", () => {
    const content = Buffer.from("<< /Type /Catalog /Open#41ction % /S\r 12 0 R >>");
    for (let cut = 0; cut <= content.length; cut++) {
      const scan = new PdfScan();
      const write = () => {
        scan.write(content.subarray(0, cut));
        scan.write(content.subarray(cut));
      };
      expect(write, `cut at ${cut}`).toThrow("contains scripts");
    }
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
    expect(() => detectFormat(file, formats)).toThrow("must be in one of these formats: JPEG, PNG, PDF");
  });

  it("is rejected as a selfie if it is a PDF", () => {
    expect(() => detectFormat(Pictures.pdf(), pictures)).toThrow(/JPEG, PNG$/);
  });

  it("is cleaned or rejected as invalid after random changes of up to four bytes", async () => {
    const all = [
      ...[Pictures.jpeg(), Pictures.png(), Pictures.pdf(Pictures.compressedStream("", "a bill"))],
      await halves(64, 64).jpeg({ progressive: true }).toBuffer(),
      await halves(64, 64).png({ progressive: true }).toBuffer(),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...all),
        fc.array(fc.tuple(fc.nat(4000), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        async (given, changes) => {
          const file = Buffer.from(given);
          for (const [at, value] of changes) file[at % file.length] = value;
          await expectAnswer(file);
        },
      ),
      { numRuns: 2000 },
    );
  }, 60_000);

  it("of 500 KB that is made of any hostile parts is cleaned or rejected within 5 s", async () => {
    const part = fc.oneof(
      fc.constantFrom(...PDF_FRAGMENTS),
      fc.constantFrom("/Type /Page ", "/ObjStm ", "/FlateDecode ", "obj <<", "%%EOF", "9 0 R ", "\n", "\0"),
      fc.string({ unit: "binary", maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 12 }), async (parts) => {
        const unit = parts.join("");
        const startedMs = performance.now();
        await expectAnswer(Pictures.pdf(unit.repeat(Math.ceil(500_000 / Math.max(1, unit.length)))));
        expect(performance.now() - startedMs).toBeLessThan(5000);
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  it.each(hostileFiles)(
    "is cleaned or rejected within 20 s as a $name of 1 MB",
    async ({ make }) => {
      const file = await make(1024 * 1024);
      const startedMs = performance.now();
      await expectAnswer(file);
      expect(performance.now() - startedMs).toBeLessThan(20_000);
    },
    60_000,
  );
});

/** Expects that a file is cleaned, or rejected as invalid. Any other error fails the test. */
async function expectAnswer(file: Buffer): Promise<void> {
  try {
    await cleanFile(file);
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidFile);
  }
}
