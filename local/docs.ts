import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { catalogue } from "../contract/events/catalogue.ts";
import { StateMachine } from "../core/kernel/state-machine.ts";
import { prompts } from "../functions/mcp/_prompts.ts";
import { resources } from "../functions/mcp/_resources/index.ts";
import { tools } from "../functions/mcp/_tools/index.ts";
import type { Tool } from "../functions/mcp/_tools/tool.ts";
import { code, row, tablePage } from "./docs-table.ts";

/** Generates docs/MCP.md from the MCP server's registry. */

const subjects = {
  person: "the key's owner; any user for an administrator's key",
  owner: "the key's owner",
  none: "-",
};

/** Returns a tool's parameters, required ones first and bold. */
function parameters({ input }: Tool): string {
  const { properties = {}, required = [] } = input.toJSONSchema({ io: "input" });
  const names = Object.keys(properties).sort(
    (a, b) => Number(required.includes(b)) - Number(required.includes(a)),
  );
  return names.map((name) => (required.includes(name) ? `**${name}**` : name)).join(", ") || "-";
}

const effect = ({ writes, destructive }: Tool): string =>
  writes ? (destructive ? "writes, destructive" : "writes") : "reads";

export const mcpPage = (): string =>
  [
    "# MCP server",
    "",
    "The MCP server is at `/mcp` ([MCP-CLIENTS.md](MCP-CLIENTS.md) shows how to connect a client). This page is generated from its registry by `npm run docs`; a test keeps it up to date.",
    "A tool that writes needs a key with the scope `mcp:write`. Bold parameters are required.",
    "",
    `## ${tools.length} tools`,
    "",
    row("tool", "description", "parameters", "subject", "effect"),
    row("---", "---", "---", "---", "---"),
    ...tools.map((tool) =>
      row(code(tool.name), tool.description, parameters(tool), subjects[tool.about], effect(tool)),
    ),
    "",
    `## ${prompts.length} prompts`,
    "",
    row("prompt", "description"),
    row("---", "---"),
    ...prompts.map(({ name, description }) => row(code(name), description)),
    "",
    `## ${resources.length} resources`,
    "",
    row("resource", "content"),
    row("---", "---"),
    ...resources.map(({ uri, description }) => row(code(uri), description)),
    "",
  ].join("\n");

/** Generates docs/STATES.md from the tables of transitions. */

interface Machine {
  readonly folder: string;
  readonly name: string;
  readonly machine: StateMachine;
}

/** Finds every state machine that a module of core exports. */
async function machines(): Promise<Machine[]> {
  const files = readdirSync("core", { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .filter((file) => readFileSync(join("core", file), "utf8").includes("defineTransitions("))
    .sort();
  const found: Machine[] = [];
  for (const file of files) {
    const module: Record<string, unknown> = await import(join(process.cwd(), "core", file));
    for (const [name, machine] of Object.entries(module))
      if (machine instanceof StateMachine) found.push({ folder: `core/${dirname(file)}`, name, machine });
  }
  return found;
}

/** Returns the name of a state's node. Mermaid allows no hyphen in it. */
const nodeOf = (state: string): string => (state === "none" ? "[*]" : state.replaceAll("-", "_"));

/** Returns the lines of a state diagram: one arrow for each pair of states. */
function diagramOf({ states, transitions }: StateMachine): string[] {
  const pairs = Object.entries(transitions).flatMap(([event, row]) =>
    Object.entries(row).map(([from, to]) => ({ event, arrow: `${nodeOf(from)} --> ${nodeOf(String(to))}` })),
  );
  return [
    "stateDiagram-v2",
    ...states
      .filter((state) => state !== nodeOf(state))
      .map((state) => `  state "${state}" as ${nodeOf(state)}`),
    ...[...Map.groupBy(pairs, ({ arrow }) => arrow)].map(
      ([arrow, all]) => `  ${arrow}: ${all.map(({ event }) => event).join(", ")}`,
    ),
  ];
}

export async function statesPage(): Promise<string> {
  const all = await machines();
  return [
    "# States",
    "",
    "The state machines of the platform, generated from their tables of transitions (`defineTransitions`, `core/kernel/state-machine.ts`) by",
    "`npm run docs`; a test keeps this page up to date. An arrow's text is the event. The starting point means that the record does not exist yet.",
    ...all.flatMap(({ folder, name, machine }) => [
      "",
      `## ${code(name)} in ${code(folder)}`,
      "",
      "```mermaid",
      ...diagramOf(machine),
      "```",
    ]),
    "",
  ].join("\n");
}

/** Generates the table of events in docs/WEBHOOKS.md from the catalogue. */

const FILE = "docs/WEBHOOKS.md";
const BEGIN = "<!-- events: npm run docs -->";
const END = "<!-- /events -->";

/** The events of jobs: type, meaning, and the fields of their data. */
const jobEvents = [
  ["job-done", "a job of yours has a result", ["jobId", "type", "status", "finishedAt"]],
  ["job-failed", "a job of yours has failed permanently", ["jobId", "type", "status", "error", "finishedAt"]],
  [
    "share-received",
    "another user shared the result of a job with you",
    ["jobId", "type", "from", "sharedAt"],
  ],
] as const;

export function webhooksPage(): string {
  const page = readFileSync(FILE, "utf8");
  const [before, rest = ""] = page.split(BEGIN);
  const after = rest.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`${FILE} lacks the markers of the table of events`);
  const rows = [
    ...jobEvents.map(([type, about, fields]) => row(code(type), about, fields.map(code).join(", "))),
    ...catalogue.map(
      ({ type, about, object }) => `| \`${type}\` | ${about} | \`${nameOf(object.shape["object"])}\` |`,
    ),
  ];
  const table = ["| `type` | happens when | `data` |", "|---|---|---|", ...rows].join("\n");
  return `${before}${BEGIN}\n${table}\n${END}${after}`;
}

const nameOf = (schema: unknown): string =>
  String((schema as { readonly value?: unknown } | undefined)?.value ?? "");

/** The generated pages. `npm run docs` writes them, and a test keeps them up to date. */
export const pages: Readonly<Record<string, () => string | Promise<string>>> = {
  "docs/TABLE.md": tablePage,
  "docs/MCP.md": mcpPage,
  "docs/STATES.md": statesPage,
  "docs/WEBHOOKS.md": webhooksPage,
};

if (import.meta.main) {
  for (const [file, page] of Object.entries(pages)) {
    writeFileSync(file, await page());
    process.stdout.write(`${file}\n`);
  }
}
