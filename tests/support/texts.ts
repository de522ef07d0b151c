import { globSync, readFileSync } from "node:fs";
import { parse } from "acorn";
import { transformSync } from "esbuild";

/** The texts of the sources, read from the sources themselves. */

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export interface Source {
  readonly file: string;
  readonly code: string;
  readonly nodes: readonly Node[];
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

function* within(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node))
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) yield* within(one);
}

/** The files that a glob finds, tests aside, each with all nodes of its syntax. */
export function sources(glob: string): Source[] {
  return globSync(glob)
    .filter((file) => !file.endsWith(".test.ts"))
    .sort()
    .map((file) => sourceOf(file, readFileSync(file, "utf8")));
}

/** A file of this text. */
export function sourceOf(file: string, typescript: string): Source {
  const { code } = transformSync(typescript, { loader: "ts", target: "node24" });
  const program = parse(code, { ecmaVersion: "latest", sourceType: "module" }) as unknown as Node;
  return { file, code, nodes: [...within(program)] };
}

/** A string of the source: what it says, and what is put into it. */
export interface Said {
  readonly words: string;
  readonly values: readonly string[];
}

/** What stands where a value goes in. */
export const HOLE = "\u{fffc}";

/** A literal or a template; undefined for anything that is made elsewhere. */
export function saidOf(node: unknown, code: string): Said | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Literal" && typeof node["value"] === "string")
    return { words: node["value"], values: [] };
  if (node.type === "TaggedTemplateExpression") return saidOf(node["quasi"], code);
  if (node.type !== "TemplateLiteral") return undefined;
  const quasis = node["quasis"] as readonly { readonly value: { readonly cooked: string } }[];
  const values = node["expressions"] as readonly Node[];
  return {
    words: quasis.map(({ value }) => value.cooked).join(HOLE),
    values: values.map(({ start, end }) => code.slice(start, end)),
  };
}

export interface Pair {
  readonly file: string;
  readonly en: Said;
  readonly fr: Said;
}

const nameOf = (node: unknown): string => (isNode(node) ? String(node["name"] ?? "") : "");

/** Where a call of each of these functions has its English; its French follows. */
const ENGLISH_AT: Readonly<Record<string, number>> = { text: 0, rule: 0, inBoth: 0, defineError: 2 };

/** Every text that is stated with its French. */
export const pairs = (all: readonly Source[]): Pair[] =>
  all.flatMap(({ file, code, nodes }) =>
    nodes.flatMap((node) => {
      const at = node.type === "CallExpression" ? ENGLISH_AT[nameOf(node["callee"])] : undefined;
      if (at === undefined) return [];
      const given = node["arguments"] as readonly Node[];
      const [en, fr] = [saidOf(given[at], code), saidOf(given[at + 1], code)];
      return en && fr ? [{ file, en, fr }] : [];
    }),
  );
