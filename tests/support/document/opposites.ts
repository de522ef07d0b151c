import fc from "fast-check";

/** Requests that the document forbids or does not mention: a valid request with one change. */

export interface RawRequest {
  readonly params: Readonly<Record<string, string>>;
  /** Pairs, because a name can occur twice. */
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  /** The serialized body. */
  readonly body: string | undefined;
}

/** Names that every object has, and names with a special meaning for some libraries. */
const NAMES = ["__proto__", "constructor", "valueOf", "toString", "hasOwnProperty", "length", "extra", ""];

const TEXTS = [
  "",
  " ",
  ...NAMES,
  "x".repeat(300),
  "x".repeat(5000),
  "\u0000",
  "a\nb",
  "\u202Eevil",
  "\u{E0041}",
  "👩‍🚀".repeat(80),
  "İstanbul",
  "../../etc/passwd",
  "%2e%2e%2f",
  "{{7*7}}",
  "' OR 1=1 --",
  "<script>",
  "=1+1",
  "NaN",
  "-0",
  "1e3",
  "0x10",
  "9007199254740993",
  "99999999999999999999999999999999999999999",
  "2026-02-30",
  "null",
];

/** Numbers as JSON texts: some cannot be written otherwise. */
const NUMBERS = [
  "-1",
  "0",
  "-0",
  "0.5",
  "1e-7",
  "1e21",
  "1e400",
  "9007199254740993",
  "123456789.123456789012",
];

const RAW = ["null", "true", "[]", "{}", '""', "[[[[]]]]", '"\\ud800"', "[null]", ...NUMBERS];

const rawValue = fc.oneof(
  fc.constantFrom(...RAW),
  fc.constantFrom(...TEXTS.map((one) => JSON.stringify(one))),
);

type Change = (sent: RawRequest) => RawRequest;

/** Replaces or removes the field at position `at` of a JSON body. */
function changeBody(body: string, at: number, name: string, raw: string | undefined): string {
  let count = 0;
  const MARK = "\uE000";
  const value: unknown = JSON.parse(body);
  const positions = countValues(value);
  const chosen = at % (positions + 1);
  const walk = (one: unknown): unknown => {
    if (count++ === chosen) return raw === undefined ? undefined : MARK;
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, walk(inner)]));
  };
  const changed = JSON.stringify(walk(value)) ?? "";
  if (chosen < positions) return changed.replace(`"${MARK}"`, () => raw ?? "");
  // An unknown field at the beginning of the outermost object.
  return body.startsWith("{")
    ? body.replace(/^\{,?/, () => `{${JSON.stringify(name)}:${raw ?? "1"}${body === "{}" ? "" : ","}`)
    : body;
}

function countValues(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return 1 + Object.values(value).reduce((sum: number, one) => sum + countValues(one), 0);
}

const bodies: fc.Arbitrary<Change> = fc
  .record({
    at: fc.nat(40),
    name: fc.constantFrom(...NAMES),
    raw: fc.option(rawValue, { nil: undefined, freq: 4 }),
  })
  .map(({ at, name, raw }) => (sent) => ({
    ...sent,
    body: sent.body === undefined ? sent.body : changeBody(sent.body, at, name, raw),
  }));

const wire: fc.Arbitrary<Change> = fc.constantFrom<Change>(
  (sent) => ({ ...sent, body: sent.body?.slice(0, -1) }),
  (sent) => ({ ...sent, body: "" }),
  (sent) => ({ ...sent, body: "\uFEFF{}" }),
  (sent) => ({ ...sent, body: `${"[".repeat(20_000)}` }),
  (sent) => ({ ...sent, body: `{"x":"${"x".repeat(300_000)}"}` }),
  (sent) => ({ ...sent, headers: { ...sent.headers, "content-type": "text/plain" } }),
  (sent) => ({ ...sent, headers: { ...sent.headers, "content-type": "application/xml; charset=utf-16" } }),
  (sent) => ({ ...sent, headers: { ...sent.headers, "content-type": "application/x-www-form-urlencoded" } }),
  (sent) => ({ ...sent, headers: { ...sent.headers, "idempotency-key": "two words" } }),
  (sent) => ({ ...sent, headers: { ...sent.headers, "idempotency-key": "k".repeat(256) } }),
  (sent) => ({
    ...sent,
    headers: { ...sent.headers, "last-event-id": "__proto__", cookie: "a=b; __proto__=x; =" },
  }),
);

const text = fc.constantFrom(...TEXTS);

const queries: fc.Arbitrary<Change> = fc
  .record({
    at: fc.nat(10),
    value: text,
    name: fc.constantFrom(...NAMES),
    how: fc.constantFrom("other", "twice", "more", "none"),
  })
  .map(({ at, value, name, how }) => (sent) => {
    const chosen = sent.query[at % Math.max(1, sent.query.length)];
    if (how === "more" || !chosen) return { ...sent, query: [...sent.query, [name, value]] };
    if (how === "twice") return { ...sent, query: [...sent.query, chosen] };
    const rest = sent.query.filter((one) => one !== chosen);
    return { ...sent, query: how === "none" ? rest : [...rest, [chosen[0], value]] };
  });

const paths: fc.Arbitrary<Change> = fc
  .record({ at: fc.nat(3), value: text })
  .map(({ at, value }) => (sent) => {
    const names = Object.keys(sent.params);
    const name = names[at % Math.max(1, names.length)];
    return name === undefined || value === "" ? sent : { ...sent, params: { ...sent.params, [name]: value } };
  });

/** Returns the arbitrary of changes for an operation with these parts. */
export const changesOf = (parts: {
  readonly body: boolean;
  readonly query: boolean;
  readonly params: boolean;
}) =>
  fc.oneof(
    { weight: parts.body ? 6 : 0, arbitrary: bodies },
    { weight: 1, arbitrary: wire },
    { weight: parts.query ? 4 : 1, arbitrary: queries },
    { weight: parts.params ? 2 : 0, arbitrary: paths },
  );
