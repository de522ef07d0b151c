import { describe, expect, it } from "vitest";
import { measure, slowDown } from "../support/vitals.ts";
import { logins, widths, withConsole } from "./support.ts";

/** Pages keep their place while their data arrives over a slow line: CONSOLE.md, Stack. */

const MAX_SHIFT = 0.02;

const { as } = withConsole();

const pages = [
  ...["/", "/markets", "/app", "/app/wallets", "/app/wallets/EUR", "/app/send", "/app/cards"],
  ...["/app/trade?from=EUR&to=ETH", "/app/earn", "/app/governance", "/app/documents", "/app/settings"],
];

describe.each(widths)("at %i px over slow 4G", (width) => {
  it(`no page moves by more than ${MAX_SHIFT} while it loads`, { timeout: 180_000 }, async () => {
    const { page } = await as(logins.dana, { width });
    await slowDown(page);
    const moved: string[] = [];
    for (const path of pages) {
      const { shift } = await measure(page, path);
      if (shift > MAX_SHIFT) moved.push(`${path}: ${shift.toFixed(3)}`);
    }
    expect(moved).toEqual([]);
  });
});
