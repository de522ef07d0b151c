import { loadHandler } from "../../../local/parts.ts";

/** Loads the handlers of a runtime: in the place of the platform's MCP server the one with fixtures. */
export const loadWithFixtures: typeof loadHandler = (file) =>
  loadHandler(file === "functions/mcp/server.ts" ? "tests/support/mcp/server.ts" : file);
