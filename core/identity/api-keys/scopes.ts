import type { KeyGrant } from "../actor.ts";
import { type Scope, scopes } from "./schema.ts";

/** Whether a text names something that a key may be allowed to do. */
export const isScope = (text: string): text is Scope | "*" => text === "*" || Object.hasOwn(scopes, text);

/** Whether a key may do it. */
export const allows = ({ scopes: granted }: Pick<KeyGrant, "scopes">, scope: Scope): boolean =>
  granted.includes("*") || granted.includes(scope);
