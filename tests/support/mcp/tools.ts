import { setTimeout as sleep } from "node:timers/promises";
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  MissingRequiredClientCapabilityError,
  type RequestStateCodec,
  type ServerContext,
  type ServerNotifier,
} from "@modelcontextprotocol/server";
import type { ToolFixture } from "./fixtures.ts";

/** The tools that the official conformance suite calls by name. The suite prescribes their results. */

export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/** A WAV header without samples. */
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

type Run = (
  context: ServerContext,
  given: Readonly<Record<string, unknown>>,
) => Promise<CallToolResult | InputRequiredResult>;

type Properties = NonNullable<ToolFixture["definition"]["inputSchema"]["properties"]>;

const tool = (name: string, run: Run, properties: Properties = {}): ToolFixture => ({
  definition: { name, description: `Fixture ${name}`, inputSchema: { type: "object", properties } },
  call: (given, context) => run(context, given),
});

const textResult = (text: string): CallToolResult => ({ content: [{ type: "text", text }] });

export const elicit = (message: string, properties: Record<string, object>): InputRequest =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties, required: Object.keys(properties) } as never,
  });

const sample = (text: string, maxTokens: number): InputRequest =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text } }],
    maxTokens,
  });

const answersOf = (context: ServerContext): Readonly<Record<string, unknown>> =>
  context.mcpReq.inputResponses ?? {};

export const isAnswered = (context: ServerContext, key: string): boolean => {
  const answer = answersOf(context)[key];
  return typeof answer === "object" && answer !== null;
};

const contents: readonly ToolFixture[] = [
  tool("test_simple_text", async () => textResult("This is a simple text response for testing.")),
  tool("test_image_content", async () => ({
    content: [{ type: "image", data: PNG, mimeType: "image/png" }],
  })),
  tool("test_audio_content", async () => ({
    content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }],
  })),
  tool("test_embedded_resource", async () => ({
    content: [
      {
        type: "resource",
        resource: {
          uri: "test://embedded-resource",
          mimeType: "text/plain",
          text: "This is an embedded resource content.",
        },
      },
    ],
  })),
  tool("test_multiple_content_types", async () => ({
    content: [
      { type: "text", text: "Multiple content types test:" },
      { type: "image", data: PNG, mimeType: "image/png" },
      {
        type: "resource",
        resource: {
          uri: "test://mixed-content-resource",
          mimeType: "application/json",
          text: JSON.stringify({ test: "data", value: 123 }),
        },
      },
    ],
  })),
  tool("test_error_handling", async () => ({
    ...textResult("This tool intentionally returns an error for testing"),
    isError: true,
  })),
];

const notifying: readonly ToolFixture[] = [
  tool("test_tool_with_logging", async ({ mcpReq }) => {
    await mcpReq.log("info", "Tool execution started");
    await sleep(50);
    await mcpReq.log("info", "Tool processing data");
    await sleep(50);
    await mcpReq.log("info", "Tool execution completed");
    return textResult("Tool with logging executed successfully");
  }),
  tool("test_logging_tool", async ({ mcpReq }) => {
    await mcpReq.log("info", "A line that is sent if the request asks for it");
    return textResult("logged");
  }),
  tool("test_tool_with_progress", async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken, progress, total: 100, message: `Completed step ${progress} of 100` },
        });
      if (progress < 100) await sleep(50);
    }
    return textResult(String(progressToken ?? "no progress token"));
  }),
];

const name = { name: { type: "string" } };

/** A tool that sends the client one request and returns its response. */
const requestTool = (
  toolName: string,
  key: string,
  request: (given: Readonly<Record<string, unknown>>) => InputRequest,
  properties = {},
) =>
  tool(
    toolName,
    async (context, given) =>
      isAnswered(context, key)
        ? textResult(`Completed: ${JSON.stringify(answersOf(context)[key])}`)
        : inputRequired({ inputRequests: { [key]: request(given) } }),
    properties,
  );

const requesting: readonly ToolFixture[] = [
  requestTool("test_sampling", "answer", ({ prompt }) => sample(String(prompt), 100), {
    prompt: { type: "string" },
  }),
  requestTool(
    "test_elicitation",
    "answer",
    ({ message }) =>
      elicit(String(message), {
        username: { type: "string", description: "User's response" },
        email: { type: "string", description: "User's email address" },
      }),
    { message: { type: "string" } },
  ),
  requestTool("test_elicitation_sep1034_defaults", "answer", () =>
    elicit("Please review the values", {
      name: { type: "string", default: "John Doe" },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
      verified: { type: "boolean", default: true },
    }),
  ),
  requestTool("test_elicitation_sep1330_enums", "answer", () => {
    const titled = (title: string) => [
      { const: "value1", title: `First ${title}` },
      { const: "value2", title: `Second ${title}` },
      { const: "value3", title: `Third ${title}` },
    ];
    const options = ["option1", "option2", "option3"];
    return elicit("Please choose", {
      untitledSingle: { type: "string", enum: options },
      titledSingle: { type: "string", oneOf: titled("Option") },
      legacyEnum: {
        type: "string",
        enum: ["opt1", "opt2", "opt3"],
        enumNames: ["Option One", "Option Two", "Option Three"],
      },
      untitledMulti: { type: "array", items: { type: "string", enum: options } },
      titledMulti: { type: "array", items: { anyOf: titled("Choice") } },
    });
  }),
  requestTool("test_streaming_elicitation", "user_name", () => elicit("What is your name?", name)),
  requestTool("test_input_required_result_sampling", "capital_question", () =>
    sample("What is the capital of France?", 100),
  ),
  requestTool("test_input_required_result_list_roots", "client_roots", () => inputRequired.listRoots()),
  tool("test_input_required_result_elicitation", async (context) => {
    const answer = acceptedContent<{ name: string }>(context.mcpReq.inputResponses, "user_name");
    if (typeof answer?.name === "string") return textResult(`Hello, ${answer.name}!`);
    return inputRequired({ inputRequests: { user_name: elicit("What is your name?", name) } });
  }),
  tool("test_input_required_result_capabilities", async (context) => {
    const { sampling, elicitation } = clientCapabilities(context);
    if (Object.keys(answersOf(context)).length > 0) return textResult("done");
    return inputRequired({
      inputRequests: {
        ...(sampling && { question: sample("What is the capital of France?", 100) }),
        ...(elicitation && { user_name: elicit("What is your name?", name) }),
      },
    });
  }),
  tool("test_missing_capability", async (context) => {
    if (!clientCapabilities(context).sampling)
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    return textResult("The client can sample.");
  }),
];

const clientCapabilities = ({ mcpReq }: ServerContext): ClientCapabilities =>
  (mcpReq.envelope as Readonly<Record<string, ClientCapabilities | undefined>> | undefined)?.[
    CLIENT_CAPABILITIES_META_KEY
  ] ?? {};

interface Step {
  readonly step: number;
}

/** Tools that carry a signed state from one round to the next. */
const statefulTools = (codec: RequestStateCodec<Step>): readonly ToolFixture[] => {
  const confirm = elicit("Please confirm", { ok: { type: "boolean" } });
  const confirmed = (toolName: string) =>
    tool(toolName, async (context) => {
      const state = context.mcpReq.requestState<Step>();
      if (state?.step === 1 && isAnswered(context, "confirm")) return textResult("state-ok");
      return inputRequired({
        inputRequests: { confirm },
        requestState: await codec.mint({ step: 1 }, context),
      });
    });
  return [
    confirmed("test_input_required_result_request_state"),
    confirmed("test_input_required_result_tampered_state"),
    tool("test_input_required_result_multiple_inputs", async (context) => {
      const keys = ["user_name", "greeting", "client_roots"];
      if (keys.every((key) => isAnswered(context, key))) return textResult("All inputs are there.");
      return inputRequired({
        inputRequests: {
          user_name: elicit("What is your name?", name),
          greeting: sample("Generate a greeting", 50),
          client_roots: inputRequired.listRoots(),
        },
        requestState: await codec.mint({ step: 1 }, context),
      });
    }),
    tool("test_input_required_result_multi_round", async (context) => {
      const state = context.mcpReq.requestState<Step>();
      if (state?.step === 2 && isAnswered(context, "step2")) return textResult("Both steps are done.");
      const second = state?.step === 1 && isAnswered(context, "step1");
      return inputRequired({
        inputRequests: second
          ? { step2: elicit("Step 2: What is your favorite color?", { color: { type: "string" } }) }
          : { step1: elicit("Step 1: What is your name?", name) },
        requestState: await codec.mint({ step: second ? 2 : 1 }, context),
      });
    }),
  ];
};

/** Tools that notify the client that a list has changed. */
const listChangeTools = (notify: ServerNotifier): readonly ToolFixture[] => [
  tool("test_trigger_tool_change", async () => {
    notify.toolsChanged();
    return textResult("changed");
  }),
  tool("test_trigger_prompt_change", async () => {
    notify.promptsChanged();
    return textResult("changed");
  }),
];

export const fixtureTools = (
  codec: RequestStateCodec<Step>,
  notify: ServerNotifier,
): readonly ToolFixture[] => [
  ...contents,
  ...notifying,
  ...requesting,
  ...statefulTools(codec),
  ...listChangeTools(notify),
];
