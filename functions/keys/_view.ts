import type { ApiKey } from "../../core/identity/api-keys/schema.ts";

/** A key as its owner sees it. */
export const shown = ({ keyId, name, mode, plan, scopes, hint, createdAt }: ApiKey) => ({
  id: keyId,
  name,
  mode,
  plan,
  scopes,
  hint,
  createdAt,
});
