import { inputRequired, type Resource, type ResourceTemplateType } from "@modelcontextprotocol/server";
import type { PromptFixture, ReadFixture } from "./fixtures.ts";
import { elicit, isAnswered, PNG } from "./tools.ts";

/** The prompts and resources that the official conformance suite uses by name. */

type Get = PromptFixture["get"];

const prompt = (promptName: string, argumentNames: readonly string[], get: Get): PromptFixture => ({
  definition: {
    name: promptName,
    description: `Fixture ${promptName}`,
    arguments: argumentNames.map((one) => ({ name: one, description: one, required: true })),
  },
  get,
});

const user = "user" as const;

export const fixturePrompts: readonly PromptFixture[] = [
  prompt("test_simple_prompt", [], async () => ({
    messages: [{ role: user, content: { type: "text", text: "This is a simple prompt for testing." } }],
  })),
  prompt("test_prompt_with_arguments", ["arg1", "arg2"], async ({ arg1, arg2 }) => ({
    messages: [
      {
        role: user,
        content: { type: "text", text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` },
      },
    ],
  })),
  prompt("test_prompt_with_embedded_resource", ["resourceUri"], async ({ resourceUri }) => ({
    messages: [
      {
        role: user,
        content: {
          type: "resource",
          resource: {
            uri: String(resourceUri),
            mimeType: "text/plain",
            text: "Embedded resource content for testing.",
          },
        },
      },
      { role: user, content: { type: "text", text: "Please process the embedded resource above." } },
    ],
  })),
  prompt("test_prompt_with_image", [], async () => ({
    messages: [
      { role: user, content: { type: "image", data: PNG, mimeType: "image/png" } },
      { role: user, content: { type: "text", text: "Please analyze the image above." } },
    ],
  })),
  prompt("test_input_required_result_prompt", [], async (_, context) => {
    if (isAnswered(context, "user_context"))
      return { messages: [{ role: user, content: { type: "text", text: "The context is known." } }] };
    const question = elicit("What context should the prompt use?", { context: { type: "string" } });
    return inputRequired({ inputRequests: { user_context: question } });
  }),
];

export const fixtureResources: Resource[] = [
  { uri: "test://static-text", name: "static-text", mimeType: "text/plain" },
  { uri: "test://static-binary", name: "static-binary", mimeType: "image/png" },
  { uri: "test://watched-resource", name: "watched-resource", mimeType: "text/plain" },
];

export const fixtureTemplates: ResourceTemplateType[] = [
  { uriTemplate: "test://template/{id}/data", name: "template", mimeType: "application/json" },
];

export const readFixture: ReadFixture = (uri) => {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id !== undefined)
    return {
      contents: [
        {
          uri,
          mimeType: "application/json",
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        },
      ],
    };
  if (uri === "test://static-text")
    return {
      contents: [{ uri, mimeType: "text/plain", text: "This is the content of the static text resource." }],
    };
  if (uri === "test://static-binary") return { contents: [{ uri, mimeType: "image/png", blob: PNG }] };
  if (uri === "test://watched-resource")
    return { contents: [{ uri, mimeType: "text/plain", text: "Watched resource content" }] };
  return undefined;
};
