import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { StateMachine } from "../core/kernel/state-machine.ts";
import { code } from "./docs-markdown.ts";

/** The page of state diagrams, made from the tables of transitions. */

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
    "The state machines of the platform, made from their tables of transitions (`defineTransitions`, `core/kernel/state-machine.ts`) by",
    "`npm run docs`; a test holds this page up to date. An arrow's text is the event. The starting point stands for what does not exist.",
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
