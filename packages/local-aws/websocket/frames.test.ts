import fc from "fast-check";
import { expect, test } from "vitest";
import { frameGuard, MAX_FRAME_BYTES } from "./frames.ts";

/** Creates a client's frame, masked with zeros. */
function frame(payloadBytes: number): Buffer {
  const mask = Buffer.alloc(4);
  const payload = Buffer.alloc(payloadBytes, 0x2a);
  if (payloadBytes < 126) return Buffer.concat([Buffer.from([0x81, 0x80 | payloadBytes]), mask, payload]);
  const isLong = payloadBytes > 0xffff;
  const length = Buffer.alloc(isLong ? 8 : 2);
  if (isLong) length.writeBigUInt64BE(BigInt(payloadBytes));
  else length.writeUInt16BE(payloadBytes);
  return Buffer.concat([Buffer.from([0x81, 0x80 | (isLong ? 127 : 126)]), length, mask, payload]);
}

const size = fc.oneof(
  fc.constantFrom(0, 1, 125, 126, 0xffff, MAX_FRAME_BYTES - 1, MAX_FRAME_BYTES, MAX_FRAME_BYTES + 1, 70_000),
  fc.nat(300),
);

test("the guard finds a frame above 32 KB, however its bytes are split into chunks", () => {
  fc.assert(
    fc.property(
      fc.array(size, { maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: 9000 })),
      (sizes, cuts) => {
        const bytes = Buffer.concat(sizes.map(frame));
        const guard = frameGuard();
        let at = 0;
        for (const cut of [...cuts, bytes.length]) {
          guard.see(bytes.subarray(at, at + cut));
          at += cut;
        }
        expect(guard.tooLarge()).toBe(sizes.some((payloadBytes) => payloadBytes > MAX_FRAME_BYTES));
      },
    ),
  );
});
