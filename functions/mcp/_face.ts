import type {
  CallToolResult,
  GetPromptResult,
  InputRequiredResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  ServerContext,
  Tool,
} from "@modelcontextprotocol/server";
import type { Caller } from "./_caller.ts";
import { emailOf } from "./_email.ts";
import * as Prompts from "./_presentation/prompts.ts";
import { read } from "./_presentation/reading.ts";
import * as Resources from "./_presentation/resources.ts";
import { tools } from "./_tools/index.ts";
import { call, definitionOf } from "./_tools/tool.ts";

/** What the MCP server offers to a caller, in the protocol's terms. `_server.ts` serves it. */

type Arguments = Readonly<Record<string, unknown>>;
type Answer<T> = Promise<T | InputRequiredResult>;

export interface ToolOffer {
  readonly definition: Tool;
  call(given: Arguments, context: ServerContext): Answer<CallToolResult>;
}

export interface PromptOffer {
  readonly definition: Prompt;
  get(given: Arguments, context: ServerContext): Answer<GetPromptResult>;
  complete?(argument: string, typed: string): readonly string[];
}

export interface ResourceOffer {
  readonly resources: readonly Resource[];
  readonly templates: readonly ResourceTemplateType[];
  /** Reads one; undefined where the URI is none of these. @throws SvcError */
  read(uri: string): ReadResourceResult | undefined;
  complete(uriTemplate: string, argument: string, typed: string): readonly string[] | undefined;
}

export interface Face {
  readonly tools: readonly ToolOffer[];
  readonly prompts: readonly PromptOffer[];
  readonly resources: readonly ResourceOffer[];
}

/** What the platform offers. */
export const faceOf = (caller: Caller): Face => ({
  tools: tools.map((tool) => ({
    definition: definitionOf(tool),
    call: (given) => call(tool, caller, given),
  })),
  prompts: Prompts.prompts.map((prompt) => ({
    definition: { ...prompt, arguments: prompt.arguments.map((one) => ({ ...one })) },
    get: async (given) => {
      const { description, messages } = Prompts.get(caller.actor, prompt.name, emailOf(given["email"]));
      return { description, messages: messages.map((one) => ({ ...one })) };
    },
    complete: (argument, typed) =>
      argument === "email" && caller.actor.email.startsWith(typed.toLowerCase()) ? [caller.actor.email] : [],
  })),
  resources: [
    {
      resources: Resources.resources.map((one) => ({ ...one })),
      templates: Resources.templates.map(({ variable: _, values: __, ...template }) => template),
      read: (uri) => ({ contents: [{ ...read(uri) }] }),
      complete: (uriTemplate, argument, typed) =>
        Resources.templates.some((one) => one.uriTemplate === uriTemplate)
          ? Resources.complete(uriTemplate, argument, typed)
          : undefined,
    },
  ],
});
