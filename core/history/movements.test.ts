import { describe, expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { depositUnits } from "../../tests/support/exchange.ts";
import { newActor } from "../../tests/support/ledger.ts";
import type { ListPosition } from "./merged.ts";
import { type Movement, movements } from "./movements.ts";

withDatabase();

describe("the list of movements", () => {
  it("returns the movements of all wallets in pages that neither overlap nor omit any", async () => {
    const actor = newActor();
    for (let i = 1; i <= 4; i++) {
      await depositUnits(actor, "EUR", `${i}`);
      await depositUnits(actor, "BTC", `0.${i}`);
    }
    const all = await movements(actor, { limit: 100 });
    expect(all.movements).toHaveLength(8);
    expect(all.next).toBeUndefined();
    for (const limit of [1, 3, 8]) {
      const pages: Movement[] = [];
      let after: ListPosition | undefined;
      do {
        const page = await movements(actor, { limit, after });
        expect(page.movements.length).toBeLessThanOrEqual(limit);
        pages.push(...page.movements);
        after = page.next;
      } while (after);
      expect(pages).toEqual(all.movements);
    }
  });
});
