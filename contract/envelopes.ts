import type { Family } from "./route.ts";

const text = { type: "string" } as const;
const fieldProblems = {
  type: "array",
  items: { type: "object", properties: { field: text, message: text }, required: ["field", "message"] },
} as const;
const codedEnvelope = {
  type: "object",
  properties: {
    error: { ...text, description: "Message for users" },
    code: { ...text, description: "Stable code for programs" },
    fields: { ...fieldProblems, description: "Invalid fields of the request" },
  },
  required: ["error"],
} as const;

/** The format of errors by family (DESIGN section 4, Errors). */
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
    properties: { error: text, requestId: { ...text, description: "Present for internal errors" } },
    required: ["error"],
  },
  mcp: {
    type: "object",
    properties: {
      error: { ...text, description: "Message for users" },
      available: {
        type: "array",
        items: text,
        description: "The available names, if a name was not found",
      },
      fields: { ...fieldProblems, description: "Invalid fields of the request" },
    },
    required: ["error"],
  },
  web: codedEnvelope,
  mobile: {
    type: "object",
    properties: {
      error: { ...text, description: "Stable code for programs" },
      message: { ...text, description: "Message for users" },
      details: {
        oneOf: [{ ...fieldProblems, description: "Invalid fields of the request" }, { type: "object" }],
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
