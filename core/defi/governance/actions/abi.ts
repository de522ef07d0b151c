import { createContract } from "micro-eth-signer/abi.js";
import { type Text, text } from "../../../kernel/texts/index.ts";

/** Calldata: ABI-encoded arguments without the selector, as Compound's Governor takes them. */

export interface Argument {
  readonly name: string;
  readonly type: "address" | "string" | "uint256" | "bool";
}

/** Declares a function's arguments in the order of their encoding. */
/* @__NO_SIDE_EFFECTS__ */
export const argumentsOf = (types: Readonly<Record<string, Argument["type"]>>): readonly Argument[] =>
  Object.entries(types).map(([name, type]) => ({ name, type }));

/** Arguments by name. Addresses and strings are text, numbers are bigint. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Thrown for an argument that breaks a rule. In a message, the rule follows the argument's name. */
export class BrokenRule extends Error {
  override readonly name = "BrokenRule";
  readonly argument: string;
  readonly rule: Text;
  constructor(argument: string, english: string, french: string) {
    super(`${argument} ${english}`);
    this.argument = argument;
    this.rule = text(english, french);
  }
}

const SELECTOR_BYTES = 4;
const WORD_BYTES = 32;

export interface Coder {
  /** `setFee(uint256)` */
  readonly signature: string;
  /** @throws BrokenRule */
  decode(calldata: string): Arguments;
  encode(values: Arguments): string;
}

/** Returns the encoder and decoder of a function's arguments. */
export function coder(name: string, args: readonly Argument[]): Coder {
  // As outputs, the arguments are decoded without a selector.
  const contract = createContract([
    { type: "function", name, inputs: args, outputs: args },
  ]) as unknown as Record<
    string,
    { encodeInput(values: unknown): Uint8Array; decodeOutput(bytes: Uint8Array): unknown }
  >;
  const method = contract[name];
  if (!method) throw new TypeError(`no coder for ${name}`);
  // A single argument is not wrapped in an object.
  const only = args.length === 1 ? args[0]?.name : undefined;
  const encodeArguments = (values: Arguments): Uint8Array =>
    method.encodeInput(only === undefined ? values : values[only]).subarray(SELECTOR_BYTES);

  return {
    signature: `${name}(${args.map(({ type }) => type).join(",")})`,
    encode: (values) => `0x${Buffer.from(encodeArguments(values)).toString("hex")}`,
    decode(calldata) {
      const bytes = bytesOf(calldata);
      const decoded = orBrokenRule(() => method.decodeOutput(bytes));
      const values = (only === undefined ? decoded : { [only]: decoded }) as Arguments;
      // Only the canonical encoding is accepted, so that proposals can be compared by their bytes.
      if (!Buffer.from(orBrokenRule(() => encodeArguments(values))).equals(bytes))
        throw new BrokenRule(
          "calldata",
          "is not the canonical encoding of its arguments",
          "n'est pas l'encodage canonique de ses arguments",
        );
      return values;
    },
  };
}

/** @throws BrokenRule */
function bytesOf(calldata: string): Uint8Array {
  if (!/^0x([0-9a-fA-F]{2})*$/.test(calldata))
    throw new BrokenRule(
      "calldata",
      'must be whole bytes in hexadecimal, prefixed with "0x"',
      'doit être des octets entiers en hexadécimal, précédés de "0x"',
    );
  const bytes = Buffer.from(calldata.slice(2), "hex");
  if (bytes.length % WORD_BYTES === SELECTOR_BYTES)
    throw new BrokenRule(
      "calldata",
      "must not begin with a selector: the signature names the function",
      "ne doit pas commencer par un sélecteur : la signature désigne la fonction",
    );
  return new Uint8Array(bytes);
}

function orBrokenRule<T>(work: () => T): T {
  try {
    return work();
  } catch {
    throw new BrokenRule(
      "calldata",
      "does not decode to the arguments of the signature",
      "ne se décode pas en arguments de la signature",
    );
  }
}
