import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Entry, openJournal, readJournal } from "./journal.ts";

const folder = mkdtempSync(join(tmpdir(), "journal-"));
afterAll(() => rmSync(folder, { recursive: true }));

const entry = (id: string, body = "b"): Entry => ({ id, queue: "q", body, dueMs: 1, receives: 0 });

test("readJournal() ignores only the line that a crash cut off", () => {
  const path = join(folder, "torn");
  const journal = openJournal(path);
  journal.sent([entry("1"), entry("2"), entry("3")]);
  journal.received("2");
  journal.done("1");
  journal.close();
  appendFileSync(path, '{"sent":{"id":"4","que');
  expect(readJournal(path)).toEqual([{ ...entry("2"), receives: 1 }, entry("3")]);
});

test("readJournal() returns no entries if the file does not exist", () => {
  expect(readJournal(join(folder, "absent"))).toEqual([]);
});

test("the journal removes processed messages, so that its file does not grow without limit", () => {
  const path = join(folder, "long");
  const journal = openJournal(path);
  const body = "x".repeat(100_000);
  journal.sent([entry("stored")]);
  for (let index = 0; index < 100; index++) {
    journal.sent([entry(String(index), body)]);
    journal.done(String(index));
  }
  expect(statSync(path).size).toBeLessThan(5 * 1024 * 1024);
  journal.clear();
  expect(readFileSync(path, "utf8")).toBe("");
  journal.sent([entry("after")]);
  journal.close();
  expect(readJournal(path).map(({ id }) => id)).toEqual(["after"]);
});
