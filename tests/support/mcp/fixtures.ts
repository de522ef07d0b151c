import type {
  CallToolResult,
  GetPromptResult,
  InputRequiredResult,
  Prompt,
  ReadResourceResult,
  ServerContext,
  Tool,
} from "@modelcontextprotocol/server";

/** The tools, prompts and resources that the official conformance suite calls by name. */

type Arguments = Readonly<Record<string, unknown>>;
type Answer<T> = Promise<T | InputRequiredResult>;

export interface ToolFixture {
  readonly definition: Tool;
  call(given: Arguments, context: ServerContext): Answer<CallToolResult>;
}

export interface PromptFixture {
  readonly definition: Prompt;
  get(given: Arguments, context: ServerContext): Answer<GetPromptResult>;
}

/** Reads a resource. Returns undefined if the URI is not a fixture's. */
export type ReadFixture = (uri: string) => ReadResourceResult | undefined;
