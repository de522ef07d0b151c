import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { walletId } from "../ledger/accounts.ts";
import type { Entry, EntryType, Posting } from "../ledger/schema.ts";
import { acquired, disposed, type Holding, NOTHING } from "./tax-book.ts";
import { taxedOf } from "./tax-events.ts";

const euros = (text: string) => new Decimal(text);
const text = ({ quantity, cost }: Holding) => `${quantity} for ${cost?.toFixed(2) ?? "?"}`;

describe("the moving average cost", () => {
  it("is the average of all purchases, and is not changed by a sale", () => {
    // 10 at 100 and 10 at 200 cost 150 each; 5 of them leave 15 for 2,250.
    const both = acquired(acquired(NOTHING, 10n, euros("1000")), 10n, euros("2000"));
    const { after, cost } = disposed(both, 5n);
    expect(cost?.toFixed(2)).toBe("750.00");
    expect(text(after)).toBe("15 for 2250.00");
    expect(text(acquired(after, 5n, euros("250")))).toBe("20 for 2500.00");
  });

  it("is unknown after a purchase of unknown value, until the holding is empty", () => {
    const mixed = acquired(acquired(NOTHING, 10n, euros("1000")), 1n, undefined);
    const part = disposed(mixed, 5n);
    expect([part.cost, text(part.after)]).toEqual([undefined, "6 for ?"]);
    const rest = disposed(part.after, 6n);
    expect([rest.cost, text(rest.after)]).toEqual([undefined, "0 for 0.00"]);
    expect(text(acquired(rest.after, 2n, euros("3")))).toBe("2 for 3.00");
  });

  it("is unknown for a disposal of more than the holding", () => {
    expect(disposed(acquired(NOTHING, 1n, euros("5")), 2n)).toEqual({ after: NOTHING, cost: undefined });
  });

  it("of all disposals and of the remaining holding adds up to the amount paid", () => {
    const step = fc.record({
      quantity: fc.bigInt(1n, 10n ** 24n),
      cents: fc.bigInt(0n, 10n ** 12n),
      sellPercent: fc.bigInt(0n, 100n),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
        let held = NOTHING;
        let paid = new Decimal(0);
        let left = new Decimal(0);
        for (const { quantity, cents, sellPercent } of steps) {
          const cost = new Decimal(cents.toString()).div(100);
          held = acquired(held, quantity, cost);
          paid = paid.plus(cost);
          const sold = disposed(held, (held.quantity * sellPercent) / 100n);
          held = sold.after;
          left = left.plus(sold.cost ?? Number.NaN);
        }
        const difference = paid.minus(left).minus(held.cost ?? Number.NaN);
        expect(difference.abs().lt("0.000001")).toBe(true);
        expect(held.cost?.gte("-0.000001")).toBe(true);
        if (held.quantity === 0n) expect(held.cost?.toNumber()).toBe(0);
      }),
    );
  });
});

const me = `usr_${"0".repeat(26)}`;
const you = `usr_${"1".repeat(26)}`;
const wallet = (asset: string, userId = me) => `wallet:${walletId("live", userId, asset)}`;

/** Parses a posting: "account asset amount", of the available bucket by default. */
function posting(text: string): Posting {
  const [account = "", asset = "", amount = "0", bucket = "available"] = text.split(" ");
  return { account, asset, amount: BigInt(amount), bucket: bucket === "held" ? "held" : "available" };
}

const entry = (type: EntryType, postings: readonly string[]): Entry => ({
  entryId: "txn_1",
  type,
  postings: postings.map(posting),
  holds: [],
  actorId: me,
  reason: "",
  createdAt: "2026-01-01T00:00:00.000Z",
  transactionHash: "0x",
});

const position = `lp:liq_${"0".repeat(26)}_btc-usdc`;
const farming = `lp:frm_${"0".repeat(26)}_btc-usdc`;

describe("an entry of the journal counts for a user as", () => {
  it.each<[string, EntryType, string[], unknown]>([
    [
      "a trade, if one asset was given for another",
      "SWAP",
      [`${wallet("EUR")} EUR -100`, "pool:BTC-EUR EUR 100", "pool:BTC-EUR BTC -7", `${wallet("BTC")} BTC 7`],
      [{ kind: "trade", gave: [{ asset: "EUR", quantity: 100n }], got: [{ asset: "BTC", quantity: 7n }] }],
    ],
    [
      "income, if a farm paid rewards and returned shares",
      "FARM_WITHDRAW",
      [
        `${farming} LP-BTC-USDC -6`,
        `${position} LP-BTC-USDC 6`,
        "rewards:btc-usdc YANI -8",
        `${wallet("YANI")} YANI 8`,
      ],
      [{ kind: "income", legs: [{ asset: "YANI", quantity: 8n }] }],
    ],
    [
      "a transfer out, if a hold was captured",
      "CAPTURE",
      [`${wallet("EUR")} EUR -5 held`, `${wallet("EUR", you)} EUR 5`],
      [{ kind: "out", legs: [{ asset: "EUR", quantity: 5n }] }],
    ],
    [
      "a transfer in, if the user captured a hold",
      "CAPTURE",
      [`${wallet("EUR", you)} EUR -5 held`, `${wallet("EUR")} EUR 5`],
      [{ kind: "in", legs: [{ asset: "EUR", quantity: 5n }] }],
    ],
    [
      "nothing, if shares were staked in a farm",
      "FARM_STAKE",
      [`${position} LP-BTC-USDC -6`, `${farming} LP-BTC-USDC 6`],
      [],
    ],
    [
      "a payment received from the treasury, if the same proposal ended a farm",
      "TREASURY_TRANSFER",
      ["rewards:btc-usdc YANI -8", "treasury YANI 5", `${wallet("YANI")} YANI 3`],
      [{ kind: "received", legs: [{ asset: "YANI", quantity: 3n }] }],
    ],
    [
      "a trade of two tokens for shares, if liquidity was added; the treasury's shares do not count",
      "LIQUIDITY_ADD",
      [
        `${wallet("BTC")} BTC -5`,
        "pool:BTC-USDC BTC 5",
        `${wallet("USDC")} USDC -9`,
        "pool:BTC-USDC USDC 9",
        "issuance LP-BTC-USDC -6",
        `${position} LP-BTC-USDC 6`,
        "issuance LP-BTC-USDC -1",
        "treasury LP-BTC-USDC 1",
      ],
      [
        {
          kind: "trade",
          gave: [
            { asset: "BTC", quantity: 5n },
            { asset: "USDC", quantity: 9n },
          ],
          got: [{ asset: "LP-BTC-USDC", quantity: 6n }],
        },
      ],
    ],
    [
      "nothing, if tokens were staked",
      "STAKE",
      [`${wallet("YANI")} YANI -4`, `${wallet("YANI")} YANI 4 held`],
      [],
    ],
    [
      "income and a penalty, if a stake was withdrawn early with rewards",
      "UNSTAKE",
      [
        `${wallet("YANI")} YANI -100 held`,
        `${wallet("YANI")} YANI 90`,
        "treasury YANI 10",
        "rewards YANI -3",
        `${wallet("YANI")} YANI 3`,
      ],
      [
        { kind: "income", legs: [{ asset: "YANI", quantity: 3n }] },
        { kind: "lost", legs: [{ asset: "YANI", quantity: 10n }] },
      ],
    ],
    [
      "spent, if the user paid",
      "PAYMENT",
      [`${wallet("USD")} USD -5`, `${wallet("USD", you)} USD 5`],
      [{ kind: "spent", legs: [{ asset: "USD", quantity: 5n }] }],
    ],
    [
      "a transfer out, if the user sent money to another user",
      "TRANSFER",
      [`${wallet("ETH")} ETH -5`, `${wallet("ETH", you)} ETH 5`],
      [{ kind: "out", legs: [{ asset: "ETH", quantity: 5n }] }],
    ],
    [
      "a transfer in, if money was deposited",
      "DEPOSIT",
      ["clearing:chain YANI -5", `${wallet("YANI")} YANI 5`],
      [{ kind: "in", legs: [{ asset: "YANI", quantity: 5n }] }],
    ],
  ])("%s", (_, type, postings, expected) => {
    expect(taxedOf(entry(type, postings), me)).toEqual(expected);
  });
});
