import { describe, expect, it } from "vitest";
import { decimalOf, isMore, leastOf, percentOf, scaled, unitsOf } from "../../console/src/decimal.ts";
import { decode, encode } from "../../console/src/governance/abi.ts";
import { argumentsOf, coder } from "../../core/defi/governance/actions/abi.ts";

/** The console's exact arithmetic, and its encoding of a proposal's calls against the platform's. */

describe("decimals of the console", () => {
  it("keep all digits in both directions", () => {
    expect(unitsOf("2498665.802480358712065356")).toBe(2_498_665_802_480_358_712_065_356n);
    expect(decimalOf(unitsOf("0.000000000000000001"))).toBe("0.000000000000000001");
    expect(decimalOf(unitsOf("12.50", 2), 2)).toBe("12.5");
    expect(decimalOf(7n, 0)).toBe("7");
    expect(unitsOf("no decimal")).toBe(0n);
  });

  it("round down, so that a part is never more than the whole and a minimum never above the amount", () => {
    expect(percentOf("0.01", "25", 8)).toBe("0.0025");
    expect(scaled("1", "1", "3", 6)).toBe("0.333333");
    expect(scaled("1", "1", "0")).toBe("0");
    expect(leastOf("100", "0.5", 6)).toBe("99.502487");
    expect(leastOf("80", "25", 2)).toBe("64");
    expect(isMore("0.1", "0.10")).toBe(false);
    expect(isMore("0.100000000000000001", "0.1")).toBe(true);
  });
});

describe("calls of a proposal", () => {
  const address = "0x00000000000000000000000000000000000000Ff";
  it.each([
    ["transfer", { recipient: "address", asset: "string", amount: "uint256" }, [address, "EUR", 1500n]],
    ["setFee", { feeBps: "uint256" }, [25n]],
    [
      "setPool",
      { poolId: "string", apyBps: "uint256", minStake: "uint256", maxStake: "uint256", active: "bool" },
      ["locked-90", 1500n, 100n, 10n ** 25n, true],
    ],
    ["endFarm", { farmId: "string" }, ["a farm whose name is longer than one word of 32 bytes, in é"]],
    [
      "createFarm",
      { farmId: "string", pairId: "string", durationSeconds: "uint256", amount: "uint256" },
      ["new", "BTC-USDC", 86_400n, 0n],
    ],
  ] as const)(
    "%s are encoded as the platform encodes them, and decoded to the same values",
    (name, types, values) => {
      const args = argumentsOf(types);
      const named = Object.fromEntries(args.map((one, at) => [one.name, values[at]]));
      const kinds = args.map(({ type }) => type);
      const calldata = encode(kinds, values);
      expect(calldata).toBe(coder(name, args).encode(named));
      expect(
        decode(kinds, calldata).map((value) => (typeof value === "string" ? value.toLowerCase() : value)),
      ).toEqual(values.map((value) => (typeof value === "string" ? value.toLowerCase() : value)));
    },
  );
});
