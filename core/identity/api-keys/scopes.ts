import { Forbidden, fail } from "../../kernel/errors.ts";
import { text } from "../../kernel/texts/index.ts";
import type { KeyGrant } from "../actor.ts";
import type { Scope } from "./schema.ts";

/** Whether a key may do it. */
export const allows = ({ scopes: granted }: Pick<KeyGrant, "scopes">, scope: Scope): boolean =>
  granted.includes("*") || granted.includes(scope);

/** @throws FORBIDDEN where a key may not do it */
export function checkScope(key: Pick<KeyGrant, "scopes">, scope: Scope): void {
  if (allows(key, scope)) return;
  throw fail(Forbidden, {
    message: text(
      `This API key needs the scope ${scope}.`,
      `Cette clé d'API a besoin de la portée ${scope}.`,
    ),
    details: { scope },
  });
}
