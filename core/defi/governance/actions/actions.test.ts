import { keccak_256 } from "@noble/hashes/sha3.js";
import { describe, expect, it } from "vitest";
import { withDatabase } from "../../../../tests/support/database.ts";
import { createMember, TOKEN } from "../../../../tests/support/governance.ts";
import { isAddress } from "../../../kernel/eip55/index.ts";
import * as Ids from "../../../kernel/ids/index.ts";
import * as Address from "../../addresses/index.ts";
import { coder } from "./abi.ts";
import { actionOf, check } from "./index.ts";
import { type Action, targets } from "./schema.ts";

withDatabase();

const word = (value: bigint): string => value.toString(16).padStart(64, "0");
const setFee = (feeBps = 25n): Action => actionOf("exchange", "setFee", { feeBps });
const setPool = (changes = {}): Action =>
  actionOf("staking", "setPool", {
    poolId: "locked-90",
    apyBps: 1200n,
    minStake: TOKEN,
    maxStake: 5n * TOKEN,
    active: true,
    ...changes,
  });
const parameters = {
  proposalThreshold: 2_000_000n * TOKEN,
  quorumBps: 500n,
  votingDelaySeconds: 86_400n,
  votingPeriodSeconds: 259_200n,
  timelockSeconds: 172_800n,
};
const setParameters = (changes = {}): Action =>
  actionOf("governance", "setParameters", { ...parameters, ...changes });
const pay = (recipient: string, asset: string, amount: bigint): Action =>
  actionOf("treasury", "transfer", { recipient, asset, amount });

/** Returns the reason why actions are rejected, or undefined. */
const refusal = (actions: unknown): Promise<unknown> =>
  check("live", actions).then(
    () => undefined,
    (error: { code: string; details: unknown }) => ({ code: error.code, ...(error.details as object) }),
  );

describe("the targets", () => {
  it("have the addresses that Keccak-256 of their names gives", () => {
    for (const [name, address] of Object.entries(targets)) {
      const hash = Buffer.from(keccak_256(new TextEncoder().encode(`svc/target/${name}`))).toString("hex");
      expect(address.toLowerCase()).toBe(`0x${hash.slice(-40)}`);
      expect(isAddress(address)).toBe(true);
    }
  });
});

describe("calldata", () => {
  it("follows the ABI specification, without the selector", () => {
    expect(setFee(25n)).toEqual({
      target: targets.exchange,
      value: "0",
      signature: "setFee(uint256)",
      calldata: `0x${word(25n)}`,
    });
    // By hand, from the ABI specification: head of three words, then the string's length and its padded
    // bytes.
    const recipient = "0xEC999567019347B478544E89335C192f0fD0Fc6B";
    expect(pay(recipient, "YANI", 7n).calldata).toBe(
      `0x${recipient.slice(2).toLowerCase().padStart(64, "0")}${word(96n)}${word(7n)}${word(4n)}${Buffer.from("YANI").toString("hex").padEnd(64, "0")}`,
    );
  });

  const { decode, encode } = coder("f", [
    { name: "text", type: "string" },
    { name: "yes", type: "bool" },
  ]);
  const good = encode({ text: "abc", yes: true });

  it("is rejected if two strings share their bytes, since each value has one encoding", () => {
    const two = coder("g", [
      { name: "a", type: "string" },
      { name: "b", type: "string" },
    ]);
    const one = `${word(1n)}${"61".padEnd(64, "0")}`;
    expect(two.decode(`0x${word(64n)}${word(128n)}${one}${one}`)).toEqual({ a: "a", b: "a" });
    expect(() => two.decode(`0x${word(64n)}${word(64n)}${one}`)).toThrow(/^calldata (is|does) not /);
    expect(() => two.decode(`0x${word(128n)}${word(64n)}${one}${one}`)).toThrow(/^calldata (is|does) not /);
  });

  it("decodes to the encoded values", () => expect(decode(good)).toEqual({ text: "abc", yes: true }));

  it.each([
    ["no bytes", "0x"],
    ["no hex", "0xzz"],
    ["half a byte", "0x0"],
    ["no prefix", good.slice(2)],
    ["a word more", `${good}${word(0n)}`],
    ["a byte more", `${good}00`],
    ["a word less", good.slice(0, -64)],
    ["a selector in front", `0xa9059cbb${good.slice(2)}`],
    ["a bool of 2", `0x${word(64n)}${word(2n)}${good.slice(130)}`],
    ["a string that points outside", `0x${word(4096n)}${good.slice(66)}`],
    ["a string longer than the calldata", `0x${word(64n)}${word(1n)}${word(2n ** 200n)}${good.slice(194)}`],
    ["dirty padding", `${good.slice(0, -2)}01`],
    ["a gap before the string", `0x${word(96n)}${word(1n)}${word(0n)}${good.slice(130)}`],
    ["no UTF-8", good.replace(Buffer.from("abc").toString("hex"), "ff6263")],
  ])("with %s is rejected", (_, calldata) =>
    expect(() => decode(calldata)).toThrow(/^calldata (must|has|does|is) /),
  );
});

describe("actions", () => {
  it("of every target are accepted, as is an empty list", async () => {
    const someone = await createMember(0n);
    const address = Address.ofUser(someone.userId);
    const all = [pay(address, "EUR", 100n), pay(address, "YANI", 1n), setFee(), setPool(), setParameters()];
    expect(await check("live", all)).toEqual(all);
    expect(await check("live", [{ ...setFee(), target: targets.exchange.toLowerCase() }])).toHaveLength(1);
    expect(await check("live", [])).toEqual([]);
  });

  const unknown = Address.ofUser(Ids.create("user"));
  it.each<[string, unknown, unknown]>([
    ["a missing list", undefined, { index: null, field: "actions" }],
    ["an object", {}, { index: null, field: "actions" }],
    ["eleven entries", Array.from({ length: 11 }, () => setFee()), { index: null, field: "actions" }],
    ["a null", [null], { index: 0, field: "action" }],
    ["no calldata", [{ ...setFee(), calldata: undefined }], { index: 0, field: "calldata" }],
    ["a number as value", [setPool(), { ...setFee(), value: 0 }], { index: 1, field: "value" }],
    ["an unknown field", [{ ...setFee(), gas: "1" }], { index: 0, field: "gas" }],
    [
      "calldata that is too long",
      [{ ...setFee(), calldata: `0x${"00".repeat(3000)}` }],
      { index: 0, field: "calldata" },
    ],
    ["an unknown target", [{ ...setFee(), target: unknown }], { index: 0, field: "target" }],
    ["a malformed address", [{ ...setFee(), target: "0xAbC" }], { index: 0, field: "target" }],
    [
      "a wrong checksum",
      [{ ...setFee(), target: targets.exchange.replace("be4a5C", "be4a5c") }],
      { field: "target" },
    ],
    ["a value other than zero", [{ ...setFee(), value: "1" }], { index: 0, field: "value" }],
    [
      "another target's function",
      [{ ...setFee(), target: targets.treasury }],
      { index: 0, field: "signature" },
    ],
    [
      "a signature with a space",
      [{ ...setFee(), signature: "setFee( uint256)" }],
      { index: 0, field: "signature" },
    ],
    ["a fee of 101", [setFee(101n)], { index: 0, field: "calldata" }],
    ["an unknown pool", [setPool({ poolId: "locked-91" })], { index: 0, field: "calldata" }],
    [
      "a pool whose maximum is below its minimum",
      [setPool({ maxStake: 1n })],
      { index: 0, field: "calldata" },
    ],
    ["an APY of 101 %", [setPool({ apyBps: 10_100n })], { index: 0, field: "calldata" }],
    ["a quorum of 100 %", [setParameters({ quorumBps: 10_000n })], { index: 0, field: "calldata" }],
    ["no delay", [setParameters({ votingDelaySeconds: 0n })], { index: 0, field: "calldata" }],
    ["a timelock of a second", [setParameters({ timelockSeconds: 1n })], { index: 0, field: "calldata" }],
    ["a recipient without an account", [pay(unknown, "YANI", 1n)], { index: 0, field: "calldata" }],
    ["a target as recipient", [pay(targets.treasury, "YANI", 1n)], { index: 0, field: "calldata" }],
    ["two changes of one parameter", [setFee(), setPool(), setFee(30n)], { index: 2, field: "calldata" }],
    ["two changes of one pool", [setPool(), setPool({ apyBps: 1n })], { index: 1, field: "calldata" }],
  ])("with %s are rejected with the broken rule", async (_, actions, flaw) => {
    expect(await refusal(actions)).toMatchObject({
      code: "INVALID_ACTIONS",
      rule: expect.stringMatching(/\w/),
      ...(flaw as object),
    });
  });

  it.each<[string, Action, string]>([
    ["a fee of 101", setFee(101n), "feeBps must be at most 100"],
    ["a quorum of 100 %", setParameters({ quorumBps: 10_000n }), "quorumBps must be at most 2000"],
    ["no delay", setParameters({ votingDelaySeconds: 0n }), "votingDelaySeconds must be at least 3600"],
  ])("with %s are rejected with the rule in one line", async (_, action, rule) => {
    expect(await refusal([action])).toMatchObject({ field: "calldata", rule });
  });

  it("are accepted if they change two different pools", async () => {
    expect(await refusal([setPool(), setPool({ poolId: "flexible" })])).toBe(undefined);
  });

  it.each<[string, string, bigint]>([
    ["nothing", "YANI", 0n],
    ["more than one entry can post", "YANI", 10n ** 31n],
    ["an unknown asset", "DOGE", 1n],
    ["an asset in lower case", "eur", 1n],
  ])("are rejected if they pay %s", async (_, asset, amount) => {
    const { userId } = await createMember(0n);
    expect(await refusal([pay(Address.ofUser(userId), asset, amount)])).toMatchObject({
      code: "INVALID_ACTIONS",
      index: 0,
      field: "calldata",
    });
  });

  it("are rejected if they pay out five assets, since one transaction could not hold them", async () => {
    const { userId } = await createMember(0n);
    const assets = ["EUR", "USD", "BTC", "ETH", "USDC"];
    const actions = assets.map((asset) => pay(Address.ofUser(userId), asset, 1n));
    expect(await refusal(actions)).toMatchObject({ index: null, field: "actions" });
    expect(await refusal(actions.slice(1))).toBe(undefined);
  });
});
