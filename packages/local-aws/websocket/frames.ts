/**
 * Finds the frames in the bytes of a WebSocket client (RFC 6455, section 5.2). The WebSocket library joins frames to messages,
 * but API Gateway limits single frames and accepts no binary ones.
 */

/** API Gateway's limit on a frame, in bytes. */
export const MAX_FRAME_BYTES = 32 * 1024;

/** The maximum size of a header: two bytes, eight of a long length, four of the mask. */
const MAX_HEADER_BYTES = 14;

export interface FrameGuard {
  /** Inspects the next bytes of the connection. */
  readonly see: (chunk: Buffer) => void;
  /** Whether a frame seen so far was too large. */
  readonly tooLarge: () => boolean;
}

/** Creates a guard for the frames of one connection. */
export function frameGuard(): FrameGuard {
  let header = Buffer.alloc(0);
  let payloadLeft = 0;
  let tooLarge = false;

  function see(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length && !tooLarge) {
      if (payloadLeft > 0) {
        const skipped = Math.min(payloadLeft, chunk.length - at);
        payloadLeft -= skipped;
        at += skipped;
        continue;
      }
      const before = header.length;
      header = Buffer.concat([header, chunk.subarray(at, at + MAX_HEADER_BYTES - before)]);
      const frame = readHeader(header);
      if (!frame) return;
      at += frame.headerBytes - before;
      header = Buffer.alloc(0);
      payloadLeft = frame.payloadBytes;
      tooLarge = frame.payloadBytes > MAX_FRAME_BYTES;
    }
  }

  return { see, tooLarge: () => tooLarge };
}

/** Parses a frame's header. Undefined if it is incomplete. */
function readHeader(bytes: Buffer): { headerBytes: number; payloadBytes: number } | undefined {
  if (bytes.length < 2) return undefined;
  const second = bytes.readUInt8(1);
  const length = second & 0x7f;
  const lengthBytes = length === 126 ? 2 : length === 127 ? 8 : 0;
  const headerBytes = 2 + lengthBytes + (second & 0x80 ? 4 : 0);
  if (bytes.length < headerBytes) return undefined;
  if (lengthBytes === 0) return { headerBytes, payloadBytes: length };
  return {
    headerBytes,
    payloadBytes: lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)),
  };
}
