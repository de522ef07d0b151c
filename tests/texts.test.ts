import { describe, expect, test } from "vitest";
import {
  type Node,
  PLACEHOLDER,
  parseText,
  type Source,
  sourceOf,
  sources,
  translationPairs,
} from "./support/texts.ts";

/**
 * Checks the texts in the sources: both languages have the same values, and pages contain no words in one
 * language only. The compiler ensures that each text exists in every language.
 */

const all = sources("{contract,core,functions}/**/*.ts");
const inBoth = translationPairs(all);

/**
 * Returns the names in expressions. `why.en` and `why.fr` count as one name, and so does a name that a
 * language wraps in its own function.
 */
function namesIn(expressions: readonly string[]): string {
  const names = expressions.flatMap((one) =>
    [...one.replace(/"[^"]*"/g, "").matchAll(/(?<![.\w])[A-Za-z_]\w*(?!\w*\()/g)].map(([name]) =>
      /^(en|fr)$/.test(name) ? "text" : name,
    ),
  );
  return [...new Set(names)].toSorted().join();
}

describe("a text", () => {
  test("in the sources is found by the parser", () => {
    expect(inBoth.length).toBeGreaterThan(500);
    const [one] = translationPairs([
      sourceOf("page.ts", "text(`${n} left of ${all.en}`, `il reste ${n} sur ${all.fr}`)"),
    ]);
    expect(one?.en).toEqual({ text: `${PLACEHOLDER} left of ${PLACEHOLDER}`, values: ["n", "all.en"] });
  });

  test("contains the same values in both languages", () => {
    const unequal = inBoth.filter(({ en, fr }) => namesIn(en.values) !== namesIn(fr.values));
    expect(unequal.map(({ file, en }) => `${file}: ${en.text}`)).toEqual([]);
  });

  test("ends with the same punctuation in both languages", () => {
    const ends = ({ text }: { readonly text: string }) => /[.:?!…]$/.exec(text.trim())?.[0] ?? "";
    const unequal = inBoth.filter(({ en, fr }) => ends(en) !== ends(fr));
    expect(unequal.map(({ file, en, fr }) => `${file}: ${en.text} / ${fr.text}`)).toEqual([]);
  });

  test("has plain spaces in the source, also before French punctuation", () => {
    const wrong = inBoth.filter(
      ({ fr }) => /[\u00a0\u202f]/.test(fr.text) || /[^\s\ufffc][?!;](\s|$)/.test(fr.text),
    );
    expect(wrong.map(({ file, fr }) => `${file}: ${fr.text}`)).toEqual([]);
  });

  test("of a rule has one French translation, because zod finds rules by their English text", () => {
    const rules = new Map<string, Set<string>>();
    for (const { en, fr } of translationPairs(all.filter(({ code }) => code.includes("rule("))))
      if (en.values.length === 0) rules.set(en.text, (rules.get(en.text) ?? new Set()).add(fr.text));
    const stated = all.flatMap(({ code, nodes }) =>
      nodes.flatMap((node) => (calls(node, "rule") ? (parseText(argument(node, 0), code)?.text ?? []) : [])),
    );
    const ambiguous = stated.filter((words) => (rules.get(words)?.size ?? 0) > 1);
    expect(ambiguous).toEqual([]);
  });
});

const calls = (node: Node, name: string): boolean =>
  node.type === "CallExpression" && (node["callee"] as Node)["name"] === name;
const argument = (node: Node, at: number): unknown => (node["arguments"] as readonly unknown[])[at];

/** Schema checks whose last argument is a rule in words. */
const CHECKS = ["regex", "refine", "min", "max", "length", "multipleOf"];

/** Files whose rules may be in English only: settings of operators. */
const ENGLISH_ALONE = ["contract/settings.ts"];

/** Returns the rules of schema checks that are in one language only. */
const bareRulesIn = (all: readonly Source[]): string[] =>
  all.flatMap(({ file, code, nodes }) =>
    nodes
      .filter((node) => node.type === "CallExpression")
      .filter(({ callee }) => CHECKS.includes(String(((callee as Node)["property"] as Node)?.["name"])))
      .flatMap((node) => {
        const given = argument(node, 1) as Node | undefined;
        const properties = given?.type === "ObjectExpression" ? (given["properties"] as readonly Node[]) : [];
        const stated = [given, ...properties.map(({ value }) => value)];
        return stated.flatMap((one) => parseText(one, code)?.text ?? []);
      })
      .filter((words) => /\p{L}{2,}/u.test(words))
      .map((words) => `${file}: ${words}`),
  );

describe("a rule of a schema", () => {
  test("is stated in both languages", () => {
    const held = all.filter(({ file }) => !ENGLISH_ALONE.includes(file));
    expect(bareRulesIn(held)).toEqual([]);
  });

  test("in one language only is detected", () => {
    const detect = (typescript: string) => bareRulesIn([sourceOf("a.ts", typescript)]);
    expect(detect('z.string().regex(/a/, "must be a")')).toEqual(["a.ts: must be a"]);
    expect(detect('z.string().refine(isA, { error: "must be a" })')).toEqual(["a.ts: must be a"]);
    expect(detect('z.string().max(5, rule("must be a", "doit être a"))')).toEqual([]);
  });
});

describe("an email", () => {
  test("contains the same values in both languages", () => {
    const emails = sources("core/{messaging/notifications/**,people}/*.ts").flatMap(({ file, code, nodes }) =>
      nodes.filter((node) => languagesOf(node).length > 0).map((node) => ({ file, code, node })),
    );
    expect(emails.length).toBeGreaterThan(60);
    const unequal = emails.filter(({ node }) => {
      const [one, other] = languagesOf(node).map(({ value }) => namesOf(value as Node).join());
      return one === undefined || one !== other;
    });
    expect(
      unequal.map(({ file, code, node }) => `${file}: ${code.slice(node.start, node.start + 80)}`),
    ).toEqual([]);
  });
});

/** Returns the functions of an object with one per language, or an empty list for any other node. */
const languagesOf = (node: Node): readonly Node[] =>
  node.type === "ObjectExpression"
    ? (node["properties"] as readonly Node[]).filter(
        ({ key, value }) =>
          (value as Node | undefined)?.type === "ArrowFunctionExpression" &&
          /^(en|fr)$/.test(String((key as Node)["name"])),
      )
    : [];

/** Returns the names of the values that a language's function takes. */
function namesOf({ params }: Node): string[] {
  const [values] = params as readonly Node[];
  const properties = values?.type === "ObjectPattern" ? (values["properties"] as readonly Node[]) : [];
  return properties
    .map((one) => (one["key"] ?? one["argument"]) as Node)
    .map((one) => String(one["name"]))
    .toSorted();
}

/** Returns the words in an HTML template, between tags or in a readable attribute. */
function wordsIn(words: string): string[] {
  const shown = words.replace(/<(style|script)>[\s\S]*?<\/\1>/g, "");
  const attributes = [...shown.matchAll(/\b(?:aria-label|alt|title|placeholder|data-\w+)="([^"]*)"/g)];
  const between = shown.replace(/<[^<>]*>/g, "\n").replace(/^[^<]*>|<[^>]*$|[\w-]+="[^"]*"?/g, "");
  return [between, ...attributes.map(([, value = ""]) => value)]
    .flatMap((one) => one.split(/[\n\ufffc]/))
    .map((one) => one.trim())
    .filter((one) => /\p{L}{2,}/u.test(one));
}

/** The platform's name is the same in every language. */
const NAMES = ["svc", "· svc"];

const wordsOutsideTexts = (all: readonly Source[]): string[] =>
  all.flatMap(({ file, code, nodes }) =>
    nodes
      .filter((node) => node.type === "TaggedTemplateExpression" && (node["tag"] as Node)["name"] === "html")
      .flatMap((node) => wordsIn(parseText(node, code)?.text ?? ""))
      .filter((words) => !NAMES.includes(words))
      .map((words) => `${file}: ${words}`),
  );

describe("a page", () => {
  test("contains only words that exist in both languages", () => {
    expect(wordsOutsideTexts(sources("functions/{_page,web}/**/*.ts"))).toEqual([]);
  });

  test("with words in one language is detected", () => {
    const page = (template: string) => wordsOutsideTexts([sourceOf("page.ts", `html\`${template}\``)]);
    expect(page("<p>Hello ${name}</p>")).toEqual(["page.ts: Hello"]);
    expect(page('<nav aria-label="Pages"></nav>')).toEqual(["page.ts: Pages"]);
    expect(
      page('<p class="lead">${words}</p><input name="email" type="email" placeholder="${words}">'),
    ).toEqual([]);
  });
});

/** Returns the messages that are written directly into a response. MCP's protocol has its own, for programs. */
const messagesIn = (all: readonly Source[]): string[] =>
  all.flatMap(({ file, code, nodes }) =>
    nodes
      .filter((node) => node.type === "Property" && (node["key"] as Node)["name"] === "message")
      .flatMap((node) => parseText(node["value"], code)?.text ?? [])
      .filter((words) => /\p{L}{2,}/u.test(words))
      .map((words) => `${file}: ${words}`),
  );

describe("a response", () => {
  test("contains only messages that exist in both languages", () => {
    expect(messagesIn(sources("functions/!(mcp)/**/*.ts"))).toEqual([]);
  });

  test("with a message in one language is detected", () => {
    const made = sourceOf(
      "a.ts",
      'answer({ message: "It is done." }); answer({ message: text.in(language) });',
    );
    expect(messagesIn([made])).toEqual(["a.ts: It is done."]);
  });
});
