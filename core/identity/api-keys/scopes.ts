import type { KeyGrant } from "../actor.ts";
import type { Scope } from "./schema.ts";

/** Whether a key may do it. */
export const allows = ({ scopes: granted }: Pick<KeyGrant, "scopes">, scope: Scope): boolean =>
  granted.includes("*") || granted.includes(scope);
