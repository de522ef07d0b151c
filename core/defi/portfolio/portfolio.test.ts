import { expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { funded, someone } from "../../../tests/support/ledger.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Portfolio from "./index.ts";

withDatabase();

it("lists the actor's own wallets, oldest first, with their worth", async () => {
  const actor = someone();
  for (const [i, asset] of ["USD", "BTC", "EUR"].entries()) {
    Clock.setOffset(i * 1000);
    await funded(actor, asset, 12_345n);
  }
  Clock.setOffset(0);
  const { wallets, total } = await Portfolio.list(actor);
  expect(wallets.map(({ asset }) => asset.symbol)).toEqual(["USD", "BTC", "EUR"]);
  expect(wallets[0]?.value.usd.toFixed(2)).toBe("123.45");
  expect(wallets[2]?.value.eur.toFixed(2)).toBe("123.45");
  const sum = wallets.reduce((all, { value }) => all + value.usd.toNumber(), 0);
  expect(total.usd.toNumber()).toBeGreaterThanOrEqual(sum - 1e-6);
  expect(await Portfolio.list(someone())).toMatchObject({ wallets: [] });
});
