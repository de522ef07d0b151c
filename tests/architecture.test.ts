import { globSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob } from "node:path";
import { describe, expect, test } from "vitest";

/** The contexts that every domain may import. Each of them may import only earlier ones. */
const BASE = ["core/{kernel,platform,identity,ledger,prices,flags,policy,wallets,transfers}/**"];
/** The allowed imports of each folder besides its own files. Type-only imports count too. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "core/kernel": [],
  "core/platform": ["core/kernel/**"],
  "core/identity": ["core/{kernel,platform}/**"],
  "core/ledger": ["core/{kernel,platform}/**"],
  "core/prices": ["core/{kernel,platform,ledger}/**"],
  "core/flags": ["core/{kernel,platform,identity}/**"],
  "core/policy": ["core/{kernel,platform,identity,ledger,prices,flags}/**"],
  "core/wallets": ["core/{kernel,platform,identity,ledger,policy}/**"],
  "core/transfers": ["core/{kernel,platform,identity,ledger,policy,wallets}/**"],
  "core/texts": ["core/kernel/**"],
  "core/live": BASE,
  "core/defi": BASE,
  "core/loyalty": BASE,
  "core/inbound": BASE,
  "core/payments": [...BASE, "core/{inbound,loyalty}/**"],
  "core/banking": [...BASE, "core/{inbound,payments}/**"],
  "core/reports": [...BASE, "core/{defi,texts}/**"],
  "core/messaging": [...BASE, "core/texts/**", "core/{banking,defi,loyalty,payments}/**/events.ts"],
  "core/jobs": [...BASE, "core/{messaging,reports}/**"],
  "core/history": [...BASE, "core/{banking,payments}/**"],
  "core/sync": [...BASE, "core/{banking,history,loyalty,messaging,payments}/**"],
  "core/handover": [...BASE, "core/{banking,defi,jobs,messaging,payments}/**"],
  "core/people": [
    ...BASE,
    "core/{banking,defi,handover,inbound,jobs,live,loyalty,messaging,payments,reports,sync,texts}/**",
  ],
  "core/sandboxes": [...BASE, "core/{banking,defi}/**"],
  "core/backfills": [...BASE, "core/people/**"],
  "core/audit": [...BASE, "core/{banking,defi,loyalty}/**", "core/payments/{issuing,made}/**"],
  contract: [
    "core/**/{errors,schema}.ts",
    "core/identity/actor.ts",
    // Written by the handlers' chain, or only by functions that state it.
    "core/{identity,identity/api-keys,identity/passkeys,platform}/entity.ts",
    "core/kernel/mode.ts",
    "core/kernel/time.ts",
    "core/kernel/money/index.ts",
    "core/kernel/texts/index.ts",
  ],
  functions: ["contract/**", "core/!(audit|backfills)/**"],
  events: ["core/!(audit|backfills)/**"],
  stacks: [
    "contract/**",
    "core/backfills/backfill.ts",
    "core/platform/{entity,table/entity}.ts",
    "core/platform/{metrics,table}/schema.ts",
  ],
  local: ["contract/**", "core/**", "functions/**", "events/**", "packages/**"],
  // A client of the API: it shares only the form of texts and the list of countries with the platform.
  console: ["core/kernel/texts/index.ts", "core/identity/countries.ts"],
  "packages/local-aws": [],
  "packages/stripe-double": [],
};

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns a file's import paths as written. The formatter gives every import this form, including type imports. */
const importsOf = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(/\b(?:from|import) ?\(?"([\w@./:-]+)"/g)].map(
    ([, path = ""]) => path,
  );

interface Manifest {
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

const packages = globSync("packages/*");

/** Returns the file that an import resolves to, or undefined for a style sheet or a package outside the repository. */
function fileOf(from: string, path: string): string | undefined {
  if (path.endsWith(".css")) return undefined;
  if (path.startsWith(".")) return join(dirname(from), path);
  const folder = packages.find((one) => `${path}/`.startsWith(`${one.replace("packages", "@svc")}/`));
  if (folder === undefined) return undefined;
  const subpath = path.split("/").slice(2).join("/");
  const { exports } = manifestOf(folder);
  const file =
    subpath === "" ? exports["."] : (exports[`./${subpath}`] ?? exports["./*"]?.replace("*", subpath));
  return join(folder, file ?? `no export of ${path}`);
}

/** Returns each file with the files that it imports. */
function imports(): Graph {
  const sources = globSync("{contract,core,functions,events,stacks,local,packages,console}/**/*.{ts,tsx}", {
    exclude: ["**/{node_modules,dist}/**"],
  });
  const shipped = sources.filter((file) => !/\.(test|fixture)\.ts$/.test(file));
  return new Map(
    shipped.map((file) => [file, new Set(importsOf(file).flatMap((path) => fileOf(file, path) ?? []))]),
  );
}

const edges = (graph: Graph): [from: string, to: string][] =>
  [...graph].flatMap(([from, targets]) => [...targets].map((to): [string, string] => [from, to]));

const formatEdge = ([from, to]: readonly [string, string]): string => `${from} -> ${to}`;

/** Replaces every file of the graph with its folder. */
function groupByFolder(roomOf: (file: string) => string, graph: Graph): Graph {
  const rooms = new Map<string, Set<string>>();
  for (const file of graph.keys()) rooms.set(roomOf(file), new Set());
  for (const [from, to] of edges(graph))
    if (roomOf(from) !== roomOf(to)) rooms.get(roomOf(from))?.add(roomOf(to));
  return rooms;
}

/** Returns a file's context of core, its package, or its top folder. */
const contextOf = (file: string): string => {
  const [top = "", context = ""] = file.split("/");
  return top === "core" || top === "packages" ? `${top}/${context}` : top;
};

/** Returns a file's own folder in core, each subfolder separately, or its context elsewhere. */
const folderOf = (file: string): string => (file.startsWith("core/") ? dirname(file) : contextOf(file));

function reachable(graph: Graph, start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const next = [start];
  for (let node = next.pop(); node !== undefined; node = next.pop()) {
    for (const target of graph.get(node) ?? []) {
      if (!reached.has(target)) next.push(target);
      reached.add(target);
    }
  }
  return reached;
}

/** Returns the imports that are part of a cycle. */
function cyclicEdges(graph: Graph): string[] {
  const reach = new Map([...graph.keys()].map((node) => [node, reachable(graph, node)]));
  return edges(graph)
    .filter(([from, to]) => reach.get(to)?.has(from))
    .map(formatEdge);
}

/** Returns the imports that `MAY_IMPORT` does not allow. */
const forbiddenImports = (graph: Graph): string[] =>
  edges(graph)
    .filter(([from, to]) => contextOf(from) !== contextOf(to))
    .filter(([from, to]) => !MAY_IMPORT[contextOf(from)]?.some((glob) => matchesGlob(to, glob)))
    .map(formatEdge);

/** Returns the folder that may use a private file: the parent of the first path part that begins with `_`. */
function ownerOf(file: string): string | undefined {
  const parts = file.split("/");
  const first = parts.findIndex((part) => part.startsWith("_"));
  return first < 0 ? undefined : parts.slice(0, first).join("/");
}

describe("the import graph", () => {
  const all = imports();
  test("resolves every import to a file", () => {
    expect(edges(all).filter(([, to]) => !all.has(to))).toEqual([]);
  });

  test("has an entry in MAY_IMPORT for every folder", () => {
    expect(Object.keys(MAY_IMPORT).toSorted()).toEqual(
      [...new Set([...all.keys()].map(contextOf))].toSorted(),
    );
  });

  test("contains only imports that MAY_IMPORT allows", () => {
    expect(forbiddenImports(all)).toEqual([]);
  });

  test("has no import of the ledger's posting functions outside ledger and policy", () => {
    const past = edges(all).filter(
      ([from, to]) => /^core\/ledger\/(post|verbs)\.ts$/.test(to) && !/^core\/(ledger|policy)\//.test(from),
    );
    expect(past.map(formatEdge)).toEqual([]);
  });

  test.each([
    ["core/ledger/a.ts", "contract/index.ts"],
    ["core/ledger/a.ts", "core/identity/actor.ts"],
    ["core/ledger/a.ts", "core/policy/index.ts"],
    ["core/ledger/a.ts", "core/defi/exchange/index.ts"],
    ["contract/defi/a.ts", "core/ledger/index.ts"],
    ["functions/defi/a.ts", "local/database.ts"],
    ["functions/defi/a.ts", "core/audit/index.ts"],
    ["events/a.ts", "core/backfills/run.ts"],
    ["events/a.ts", "functions/_chain/serve.ts"],
    ["functions/defi/a.ts", "packages/stripe-double/index.ts"],
    ["packages/stripe-double/a.ts", "core/kernel/clock/index.ts"],
    ["packages/stripe-double/a.ts", "packages/local-aws/files.ts"],

    ["stacks/a.ts", "core/ledger/index.ts"],
  ])("does not let %s import %s", (from, to) => {
    expect(forbiddenImports(new Map([[from, new Set([to])]]))).toEqual([`${from} -> ${to}`]);
  });

  test("limits files and folders that begin with _ to their parent folder, in functions and events", () => {
    const across = edges(all).filter(([from, to]) => {
      const owner = ownerOf(to);
      return /^(functions|events)\//.test(from) && owner !== undefined && !from.startsWith(`${owner}/`);
    });
    expect(across.map(formatEdge)).toEqual([]);
  });

  test("uses the ledger's clock in folders that move money, and the platform's clock in platform and identity", () => {
    const [own, ledgers] = ["core/kernel/clock/index.ts", "core/kernel/clock/ledger.ts"];
    // Prices and the limits of live money use the platform's time.
    const ofPlatform = ["core/defi/portfolio/worth.ts", "core/policy/limits.ts"];
    const wrong = edges(all).filter(([from, to]) =>
      /^core\/(ledger|policy|wallets|transfers|defi)\//.test(from)
        ? to === own && !ofPlatform.includes(from)
        : to === ledgers && /^core\/(platform|identity)\/(?!due\/|sandboxes\/)/.test(from),
    );
    expect(wrong.map(formatEdge)).toEqual([]);
  });

  test.each(packages)(
    "limits the imports of %s, including its tests, to the dependencies in its package.json",
    (folder) => {
      const { dependencies, devDependencies, optionalDependencies } = manifestOf(folder);
      const own = { ...dependencies, ...devDependencies, ...optionalDependencies };
      const isAllowed = (file: string, path: string) =>
        path.startsWith(".")
          ? join(dirname(file), path).startsWith(`${folder}/`)
          : path.startsWith("node:") ||
            Object.keys(own).some((name) => `${path}/`.startsWith(`${name.replace("@types/", "")}/`));
      const files = globSync(`${folder}/**/*.ts`, { exclude: ["**/node_modules/**"] });
      const wrong = files.flatMap((file) =>
        importsOf(file)
          .filter((path) => !isAllowed(file, path))
          .map((path) => formatEdge([file, path])),
      );
      expect(wrong).toEqual([]);
      const root: Readonly<Record<string, string>> = {
        ...manifestOf(".").dependencies,
        ...manifestOf(".").devDependencies,
      };
      for (const [name, version] of Object.entries(own))
        expect([name, root[name] ?? version]).toEqual([name, version]);
    },
  );

  test("has no cycle between files", () => {
    expect(cyclicEdges(all)).toEqual([]);
  });

  test("has no cycle between folders", () => {
    expect(cyclicEdges(groupByFolder(folderOf, all))).toEqual([]);
  });
});
