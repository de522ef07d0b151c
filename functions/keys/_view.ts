import type { ApiKey } from "../../core/identity/api-keys/schema.ts";

/** A key as its owner sees it. */
export const shown = ({ keyId, ...key }: ApiKey) => ({ id: keyId, ...key });
