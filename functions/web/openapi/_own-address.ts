import { PLACEHOLDER_ADDRESS } from "../../../contract/web/openapi.ts";
import { env } from "../../../core/kernel/env.ts";

type Document = {
  readonly openapi: string;
  readonly paths: Record<string, unknown>;
};

/** Makes a function that returns the document with this platform's address. @param text with a placeholder address */
export function withOwnAddress(text: string): () => Promise<Document> {
  let cached: { readonly at: string; readonly document: Document } | undefined;
  return async () => {
    const at = env("PUBLIC_URL", PLACEHOLDER_ADDRESS);
    if (cached?.at !== at)
      cached = { at, document: JSON.parse(text.replaceAll(PLACEHOLDER_ADDRESS, at)) as Document };
    return cached.document;
  };
}
