/** The encoding of a proposal's calls: Solidity's ABI without the selector, for the types that targets use. */

export type AbiType = "address" | "string" | "uint256" | "bool";
export type AbiValue = string | bigint | boolean;

const WORD = 64;

const word = (value: bigint): string => value.toString(16).padStart(WORD, "0");

const encodeText = (value: string): string => {
  const bytes = [...new TextEncoder().encode(value)];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return word(BigInt(bytes.length)) + hex.padEnd(Math.ceil(hex.length / WORD) * WORD, "0");
};

const encodeWord = (value: AbiValue): string => {
  if (typeof value === "boolean") return word(value ? 1n : 0n);
  return typeof value === "bigint" ? word(value) : value.slice(2).toLowerCase().padStart(WORD, "0");
};

/** Returns the canonical encoding: fixed values and offsets first, then the texts in their order. */
export function encode(types: readonly AbiType[], values: readonly AbiValue[]): string {
  let tail = "";
  const head = types.map((type, at) => {
    const value = values[at] ?? "";
    if (type !== "string") return encodeWord(value);
    const offset = word(BigInt((types.length * WORD + tail.length) / 2));
    tail += encodeText(String(value));
    return offset;
  });
  return `0x${head.join("")}${tail}`;
}

/** Returns the values of calldata. @throws if it does not encode them */
export function decode(types: readonly AbiType[], calldata: string): readonly AbiValue[] {
  const hex = calldata.slice(2);
  const at = (position: number): bigint => BigInt(`0x${hex.slice(position, position + WORD)}`);
  return types.map((type, index) => {
    const value = at(index * WORD);
    if (type === "bool") return value === 1n;
    if (type === "uint256") return value;
    if (type === "address") return `0x${hex.slice(index * WORD + 24, (index + 1) * WORD)}`;
    const start = Number(value) * 2;
    const length = Number(at(start)) * 2;
    const bytes = hex.slice(start + WORD, start + WORD + length).match(/../g) ?? [];
    return new TextDecoder().decode(new Uint8Array(bytes.map((byte) => Number.parseInt(byte, 16))));
  });
}

export const signatureOf = (name: string, types: readonly AbiType[]): string => `${name}(${types.join(",")})`;
