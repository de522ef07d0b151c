import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import { PRIVATE_FILE } from "../files.ts";

/**
 * The messages of the queues on disk; the local queue stores them in memory only. A message is written before its sender gets the
 * queue's response, and marked as done after it was deleted from the queue. The remaining messages are sent again at the next
 * start. So an event that the outbox sent survives `kill -9` and is delivered at least once.
 */

export interface Entry {
  readonly id: string;
  readonly queue: string;
  readonly body: string;
  readonly attributes?: unknown;
  /** The earliest delivery, in milliseconds since the UNIX epoch. */
  readonly dueMs: number;
  /** The number of receives. */
  receives: number;
}

export interface Journal {
  readonly live: ReadonlyMap<string, Entry>;
  /** Records messages. Returns when they are on disk. */
  sent(entries: readonly Entry[]): void;
  received(id: string): void;
  done(id: string): void;
  clear(): void;
  /** Replaces another journal, which must not be open. */
  replace(path: string): void;
  close(): void;
}

type Line = { sent: Entry } | { received: string } | { done: string };

/** A larger file that consists mostly of done messages is rewritten. */
const COMPACT_BYTES = 4 * 1024 * 1024;

function apply(live: Map<string, Entry>, line: Line): void {
  if ("sent" in line) live.set(line.sent.id, { ...line.sent });
  else if ("done" in line) live.delete(line.done);
  else {
    const entry = live.get(line.received);
    if (entry) entry.receives++;
  }
}

/** Returns the messages of the queues when the journal was last written. */
export function readJournal(path: string): Entry[] {
  if (!existsSync(path)) return [];
  const live = new Map<string, Entry>();
  for (const text of readFileSync(path, "utf8").split("\n")) {
    if (text === "") continue;
    try {
      apply(live, JSON.parse(text) as Line);
    } catch {
      // A crash cut this line off. Its sender did not get the queue's response.
      break;
    }
  }
  return [...live.values()];
}

/** Opens an empty journal. */
export function openJournal(path: string): Journal {
  const live = new Map<string, Entry>();
  let at = path;
  let file = openSync(at, "w", PRIVATE_FILE);
  let bytes = 0;

  const append = (lines: readonly Line[]): void => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    for (const line of lines) apply(live, line);
    bytes += writeSync(file, text);
    if (bytes > COMPACT_BYTES && live.size < 1000) compact();
  };

  const compact = (): void => {
    const draft = openSync(`${at}.new`, "w", PRIVATE_FILE);
    const text = [...live.values()].map((sent) => `${JSON.stringify({ sent })}\n`).join("");
    bytes = writeSync(draft, text);
    fsyncSync(draft);
    renameSync(`${at}.new`, at);
    closeSync(file);
    file = draft;
  };

  return {
    live,
    sent(entries) {
      append(entries.map((sent) => ({ sent })));
      fdatasyncSync(file);
    },
    // Losing one of these lines causes a repeated delivery, which consumers must handle anyway.
    received: (id) => append([{ received: id }]),
    done: (id) => append([{ done: id }]),
    clear() {
      live.clear();
      compact();
    },
    replace(other) {
      renameSync(at, other);
      at = other;
    },
    close: () => closeSync(file),
  };
}
