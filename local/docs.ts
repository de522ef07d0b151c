import { writeFileSync } from "node:fs";
import { mcpPage } from "./docs-mcp.ts";
import { statesPage } from "./docs-states.ts";
import { tablePage } from "./docs-table.ts";
import { webhooksPage } from "./docs-webhooks.ts";

/** The pages that are made from the code: `npm run docs` writes them, a test holds them up to date. */
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
