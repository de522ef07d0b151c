import { randomUUID } from "node:crypto";
import { PDFDocument, PDFFont, StandardFonts } from "@cantoo/pdf-lib";
import { afterEach, expect, it, vi } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { depositUnits } from "../../tests/support/exchange.ts";
import { onWeb } from "../../tests/support/identity.ts";
import { interleave } from "../../tests/support/interleave.ts";
import { deposit } from "../../tests/support/ledger.ts";
import { parseCsv } from "../../tests/support/reports.ts";
import type { UserActor } from "../identity/actor.ts";
import { create } from "../identity/users.ts";
import * as Jobs from "../jobs/index.ts";
import { work } from "../jobs/work.ts";
import * as Clock from "../kernel/clock/index.ts";
import { walletId, walletRef } from "../ledger/accounts.ts";
import * as Table from "../platform/table/index.ts";
import { make } from "./index.ts";
import { TextWriter } from "./pdf-text.ts";

// The real bounds are too high for a test.
vi.mock("./report.ts", async (original) => ({
  ...(await original<typeof import("./report.ts")>()),
  MAX_PDF_ROWS: 12,
  MAX_CSV_ROWS: 20,
}));

const database = withDatabase();
afterEach(() => Clock.setOffset(0));

const DAY = 86_400_000;
const checkpoint = async () => {};
const day = () => Clock.nowIso().slice(0, 10);

/** Creates a user with wallets of a number of lines each. */
async function user(lines: Readonly<Record<string, number>>): Promise<UserActor> {
  const email = `${randomUUID()}@example.com`;
  const actor = onWeb(await create({ name: "Bea Bound", email, emailVerified: true }));
  for (const [asset, count] of Object.entries(lines)) {
    await depositUnits(actor, asset, "1");
    await more(actor, asset, count - 1);
  }
  return actor;
}

async function more({ userId }: UserActor, asset: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await deposit(walletRef(walletId("live", userId, asset)), 1n);
}

const statement = (actor: UserActor, format: string, of = day()) =>
  Jobs.create(actor, { type: "statement-export", payload: { wallet: "all", from: of, to: of, format } });

it("a statement with more lines over all wallets than its format allows is rejected, without reading all of them", async () => {
  const actor = await user({ EUR: 10, USD: 10 });
  const { body } = await make(await statement(actor, "csv"), checkpoint);
  expect(parseCsv(body)).toHaveLength(20 + 4);
  const order = await statement(actor, "pdf");
  let looked = 0;
  const refused = interleave(
    database.endpoint,
    () => make(order, checkpoint),
    ({ operation, body: asked }) => {
      if (operation === "BatchGetItem") looked += asked.split("ENTRY#txn_").length - 1;
      return undefined;
    },
  );
  await expect(refused).rejects.toMatchObject({ code: "REPORT_TOO_LARGE", details: { maxRows: 12 } });
  // Only the first wallet's entries were read.
  expect(looked).toBe(10);
  await more(actor, "USD", 1);
  await expect(make(await statement(actor, "csv"), checkpoint)).rejects.toMatchObject({
    code: "REPORT_TOO_LARGE",
  });
});

it("the job of a statement that is too large fails at the first attempt, with advice for its owner", async () => {
  const actor = await user({ EUR: 13 });
  const { jobId } = await statement(actor, "pdf");
  expect(await work("one")).toBeGreaterThan(0);
  expect(await Jobs.fromId(actor, jobId)).toMatchObject({
    status: "failed",
    attempts: 1,
    error: expect.stringContaining("shorter period"),
  });
});

it("a statement of an old period is made without reading later entries", async () => {
  const actor = await user({ EUR: 3 });
  const of = day();
  Clock.setOffset(2 * DAY);
  await more(actor, "EUR", 110);
  const job = await statement(actor, "csv", of);
  const pages: number[] = [];
  const { result } = await make(job, checkpoint);
  expect(result).toMatchObject({ lines: 3 });
  Table.observe(({ operation, capacityUnits }) => {
    if (operation === "Query") pages.push(capacityUnits);
  });
  await make(job, checkpoint);
  Table.observe(undefined);
  expect(Math.max(...pages)).toBeLessThanOrEqual(1);
});

it("a very long word is broken at the ends of lines, without measuring all of it repeatedly", async () => {
  const document = await PDFDocument.create();
  const writer = await TextWriter.of(document);
  const font = await document.embedFont(StandardFonts.Helvetica);
  const word = "Wi1.".repeat(25_000);
  const measure = vi.spyOn(PDFFont.prototype, "widthOfTextAtSize");
  const lines = writer.lines(`of ${word}`, { size: 8, width: 200 }, 4);
  const measured = measure.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
  measure.mockRestore();
  expect(lines).toHaveLength(4);
  expect(lines[0]).toBe("of");
  const cut = lines.slice(1);
  expect(word.startsWith(cut.join(""))).toBe(true);
  let at = 0;
  for (const line of cut) {
    at += line.length;
    expect(font.widthOfTextAtSize(line, 8)).toBeLessThanOrEqual(200);
    expect(font.widthOfTextAtSize(line + word[at], 8)).toBeGreaterThan(200);
  }
  expect(measured).toBeLessThan(10 * word.length);
  expect(writer.lines("short", { size: 8, width: 200 })).toEqual(["short"]);
  expect(writer.lines("ab", { size: 8, width: 0.1 })).toEqual(["a", "b"]);
});
