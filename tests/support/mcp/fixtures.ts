import type {
  CallToolResult,
  GetPromptResult,
  InputRequiredResult,
  Prompt,
  ReadResourceResult,
  ServerContext,
  Tool,
} from "@modelcontextprotocol/server";

/** What the official conformance suite asks for by name, beside what the platform offers. */

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

/** Reads a resource; undefined where the URI is none of the fixtures. */
export type ReadFixture = (uri: string) => ReadResourceResult | undefined;
