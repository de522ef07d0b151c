import { prompts } from "../functions/mcp/_prompts/index.ts";
import { resources } from "../functions/mcp/_resources/index.ts";
import { tools } from "../functions/mcp/_tools/index.ts";
import type { Tool } from "../functions/mcp/_tools/tool.ts";
import { code, row } from "./docs-markdown.ts";

/** The page of what an LLM client finds, made from the MCP server's own registry. */

const who = { person: "the owner; an administrator's key may name anybody", owner: "the owner", nobody: "-" };

/** What it takes, the required parameters first and bold. */
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
    "# What an LLM client finds",
    "",
    "The MCP server is at `/mcp` (README.md has the lines for each client). This page is made from its registry by `npm run docs`; a test holds it up to date.",
    "A tool that writes needs a key with the scope `mcp:write`. Bold parameters are required.",
    "",
    `## ${tools.length} tools`,
    "",
    row("tool", "does", "takes", "about", "effect"),
    row("---", "---", "---", "---", "---"),
    ...tools.map((tool) =>
      row(code(tool.name), tool.description, parameters(tool), who[tool.about], effect(tool)),
    ),
    "",
    `## ${prompts.length} prompts`,
    "",
    row("prompt", "does"),
    row("---", "---"),
    ...prompts.map(({ name, description }) => row(code(name), description)),
    "",
    `## ${resources.length} resources`,
    "",
    row("resource", "has"),
    row("---", "---"),
    ...resources.map(({ uri, description }) => row(code(uri), description)),
    "",
  ].join("\n");
