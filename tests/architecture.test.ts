import { globSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob } from "node:path";
import { describe, expect, test } from "vitest";

/** What each room may import besides itself: the one table of arrows. Imports of types alone count too. */
const BASE = ["core/{kernel,platform,identity,ledger}/**"];
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "core/kernel": [],
  "core/platform": ["core/kernel/**"],
  "core/identity": ["core/{kernel,platform}/**"],
  "core/ledger": ["core/{kernel,platform,identity}/**"],
  "core/texts": ["core/kernel/**"],
  "core/prices": BASE,
  "core/live": [...BASE, "core/prices/**"],
  "core/defi": [...BASE, "core/prices/**"],
  "core/loyalty": BASE,
  "core/inbound": BASE,
  "core/payments": [...BASE, "core/{inbound,loyalty}/**"],
  "core/banking": [...BASE, "core/{inbound,payments}/**"],
  "core/reports": [...BASE, "core/{defi,prices,texts}/**"],
  "core/messaging": [...BASE, "core/texts/**", "core/{banking,defi,loyalty,payments}/**/events.ts"],
  "core/jobs": [...BASE, "core/{messaging,reports}/**"],
  "core/history": [...BASE, "core/{banking,payments}/**"],
  "core/sync": [...BASE, "core/{banking,history,loyalty,messaging,payments}/**"],
  "core/handover": [...BASE, "core/{banking,defi,jobs,messaging,payments}/**"],
  "core/people": [
    ...BASE,
    "core/{banking,defi,handover,inbound,jobs,live,loyalty,messaging,payments,prices,reports,sync,texts}/**",
  ],
  "core/sandboxes": [...BASE, "core/{banking,defi,prices}/**"],
  "core/backfills": [...BASE, "core/people/**"],
  "core/audit": [...BASE, "core/{banking,defi,loyalty}/**", "core/payments/{issuing,made}/**"],
  contract: [
    "core/**/{errors,schema}.ts",
    "core/identity/actor.ts",
    // What the handlers' chain writes.
    "core/{identity/api-keys,platform/ratelimit}/entity.ts",
    "core/kernel/mode.ts",
    "core/kernel/money/index.ts",
    "core/kernel/texts/index.ts",
  ],
  functions: ["contract/**", "core/!(audit|backfills)/**"],
  events: ["core/!(audit|backfills)/**"],
  stacks: [
    "contract/**",
    "core/backfills/ledger.ts",
    "core/platform/{backfills,lease,table}/entity.ts",
    "core/platform/{metrics,table}/schema.ts",
  ],
  local: ["contract/**", "core/**", "functions/**", "events/**"],
};

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Each file with the files that it imports. The formatter gives every import this form, those of types too.
 */
function imports(): Graph {
  const sources = globSync("{contract,core,functions,events,stacks,local}/**/*.ts");
  const shipped = sources.filter((file) => !/\.(test|fixture)\.ts$/.test(file));
  return new Map(
    shipped.map((file) => {
      const found = readFileSync(file, "utf8").matchAll(/\b(?:from|import) ?\(?"(\.[^"]+)"/g);
      return [file, new Set([...found].map(([, path = ""]) => join(dirname(file), path)))];
    }),
  );
}

const arrows = (graph: Graph): [from: string, to: string][] =>
  [...graph].flatMap(([from, targets]) => [...targets].map((to): [string, string] => [from, to]));

const written = ([from, to]: readonly [string, string]): string => `${from} -> ${to}`;

/** The graph with every file replaced by the room that holds it. */
function between(roomOf: (file: string) => string, graph: Graph): Graph {
  const rooms = new Map<string, Set<string>>();
  for (const file of graph.keys()) rooms.set(roomOf(file), new Set());
  for (const [from, to] of arrows(graph))
    if (roomOf(from) !== roomOf(to)) rooms.get(roomOf(from))?.add(roomOf(to));
  return rooms;
}

/** A context of core, or another folder of the top. */
const contextOf = (file: string): string => {
  const [top = "", context = ""] = file.split("/");
  return top === "core" ? `core/${context}` : top;
};

/** A folder of core, each subfolder for itself, or another folder of the top. */
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

/** The arrows that are part of a circle: from their end a way leads back to their start. */
function circular(graph: Graph): string[] {
  const reach = new Map([...graph.keys()].map((node) => [node, reachable(graph, node)]));
  return arrows(graph)
    .filter(([from, to]) => reach.get(to)?.has(from))
    .map(written);
}

/** The imports that the table does not allow. */
const refused = (graph: Graph): string[] =>
  arrows(graph)
    .filter(([from, to]) => contextOf(from) !== contextOf(to))
    .filter(([from, to]) => !MAY_IMPORT[contextOf(from)]?.some((glob) => matchesGlob(to, glob)))
    .map(written);

/** The folder whose own a file is: the one that holds the first part of its path that begins with `_`. */
function ownerOf(file: string): string | undefined {
  const parts = file.split("/");
  const first = parts.findIndex((part) => part.startsWith("_"));
  return first < 0 ? undefined : parts.slice(0, first).join("/");
}

describe("the import graph", () => {
  const all = imports();
  test("is read rightly: every import leads to a file", () => {
    expect(arrows(all).filter(([, to]) => !all.has(to))).toEqual([]);
  });

  test("has a line of the table for every room", () => {
    const inCore = [...all.keys()].filter((file) => file.startsWith("core/"));
    const contexts = new Set(inCore.map((file) => file.split("/").slice(0, 2).join("/")));
    expect(Object.keys(MAY_IMPORT).toSorted()).toEqual(
      [...contexts, "contract", "functions", "events", "stacks", "local"].toSorted(),
    );
  });

  test("follows the table", () => {
    expect(refused(all)).toEqual([]);
  });

  test.each([
    ["core/ledger/a.ts", "contract/index.ts"],
    ["core/ledger/a.ts", "core/defi/exchange/index.ts"],
    ["contract/defi/a.ts", "core/ledger/index.ts"],
    ["functions/defi/a.ts", "local/database.ts"],
    ["functions/defi/a.ts", "core/audit/index.ts"],
    ["events/a.ts", "core/backfills/run.ts"],
    ["events/a.ts", "functions/_chain/serve.ts"],
    ["stacks/a.ts", "core/ledger/index.ts"],
  ])("refuses %s the import of %s", (from, to) => {
    expect(refused(new Map([[from, new Set([to])]]))).toEqual([`${from} -> ${to}`]);
  });

  test("keeps what begins with _ to the folder that holds it: no family shows by another's view", () => {
    const across = arrows(all).filter(([from, to]) => {
      const owner = ownerOf(to);
      return /^(functions|events)\//.test(from) && owner !== undefined && !from.startsWith(`${owner}/`);
    });
    expect(across.map(written)).toEqual([]);
  });

  test("has ledger and DeFi go by the clock of the ledger that is acted in, and the platform by its own", () => {
    const [own, ledgers] = ["core/kernel/clock/index.ts", "core/kernel/clock/ledger.ts"];
    // Prices are of the platform's time, in a sandbox too.
    const ofPrices = ["core/defi/portfolio/worth.ts"];
    const wrong = arrows(all).filter(([from, to]) =>
      /^core\/(ledger|defi)\//.test(from)
        ? to === own && !ofPrices.includes(from)
        : to === ledgers && /^core\/(platform|identity)\/(?!due\/|sandboxes\/)/.test(from),
    );
    expect(wrong.map(written)).toEqual([]);
  });

  test("has no circle between files", () => {
    expect(circular(all)).toEqual([]);
  });

  test("has no circle between rooms", () => {
    expect(circular(between(folderOf, all))).toEqual([]);
  });
});
