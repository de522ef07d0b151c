import type { Family } from "./route.ts";

const text = { type: "string" } as const;
const fieldProblems = {
  type: "array",
  items: { type: "object", properties: { field: text, message: text }, required: ["field", "message"] },
} as const;
const codedEnvelope = {
  type: "object",
  properties: {
    error: { ...text, description: "What happened, for people" },
    code: { ...text, description: "Stable, for programs" },
    fields: { ...fieldProblems, description: "Where the request broke a rule" },
  },
  required: ["error"],
} as const;

/** How each family's errors look (DESIGN section 4, Errors). */
export const envelopes: Readonly<Record<Family, object>> = {
  admin: codedEnvelope,
  auth: {
    type: "object",
    properties: {
      error: text,
      code: text,
      message: text,
      retryAfter: { type: ["integer", "null"], description: "Seconds to wait" },
      fields: fieldProblems,
    },
    required: ["error"],
  },
  defi: codedEnvelope,
  inbound: {
    type: "object",
    properties: { error: text, requestId: { ...text, description: "Where the error is ours" } },
    required: ["error"],
  },
  mcp: {
    type: "object",
    properties: {
      error: { ...text, description: "What happened" },
      available: {
        type: "array",
        items: text,
        description: "What there is instead, where a name was not found",
      },
      fields: { ...fieldProblems, description: "Where the request broke a rule" },
    },
    required: ["error"],
  },
  web: codedEnvelope,
  mobile: {
    type: "object",
    properties: {
      error: { ...text, description: "Stable, for programs" },
      message: { ...text, description: "What happened, for people" },
      details: {
        oneOf: [{ ...fieldProblems, description: "Where the request broke a rule" }, { type: "object" }],
      },
    },
    required: ["error", "message"],
  },
  payments: {
    type: "object",
    properties: {
      success: { const: false },
      error: {
        type: "object",
        properties: { code: { type: "integer" }, message: text, details: fieldProblems },
        required: ["code", "message", "details"],
      },
    },
    required: ["success", "error"],
  },
  public: {
    type: "object",
    properties: {
      error: {
        type: "object",
        properties: { code: text, message: text, details: { type: "object" }, request_id: text },
        required: ["code", "message", "details", "request_id"],
      },
    },
    required: ["error"],
  },
};
