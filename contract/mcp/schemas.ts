import * as z from "zod";

/** What the routes of the MCP server share. */

export const described = {
  name: z.string(),
  title: z.string(),
  description: z.string(),
};
