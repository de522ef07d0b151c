import { inputRequired } from "@modelcontextprotocol/server";
import type { PromptOffer, ResourceOffer } from "../functions/mcp/_face.ts";
import { ask, isAnswered, PNG } from "./mcp-fixture-tools.ts";

/** The prompts and resources that the official conformance suite asks for by name. */

type Get = PromptOffer["get"];

const prompt = (promptName: string, argumentNames: readonly string[], get: Get): PromptOffer => ({
  definition: {
    name: promptName,
    description: `Fixture ${promptName}`,
    arguments: argumentNames.map((one) => ({ name: one, description: one, required: true })),
  },
  get,
  complete: (_, typed) => ["paris", "park", "party"].filter((one) => one.startsWith(typed)),
});

const user = "user" as const;

export const fixturePrompts: readonly PromptOffer[] = [
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
    const question = ask("What context should the prompt use?", { context: { type: "string" } });
    return inputRequired({ inputRequests: { user_context: question } });
  }),
];

const TEMPLATE = "test://template/{id}/data";

export const fixtureResources: ResourceOffer = {
  resources: [
    { uri: "test://static-text", name: "static-text", mimeType: "text/plain" },
    { uri: "test://static-binary", name: "static-binary", mimeType: "image/png" },
    { uri: "test://watched-resource", name: "watched-resource", mimeType: "text/plain" },
  ],
  templates: [{ uriTemplate: TEMPLATE, name: "template", mimeType: "application/json" }],
  read: (uri) => {
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
  },
  complete: (uriTemplate) => (uriTemplate === TEMPLATE ? [] : undefined),
};
