import type { Tool as Definition } from "@modelcontextprotocol/server";
import { list } from "./_definitions.baked.ts";
import type { Tool } from "./tool.ts";

let made: ReadonlyMap<string, Definition> | undefined;

/** A tool as tools/list shows it: what `definition.ts` makes of it. */
export function defined({ name }: Pick<Tool, "name">): Definition {
  made ??= new Map((JSON.parse(list) as Definition[]).map((one) => [one.name, one]));
  const definition = made.get(name);
  if (!definition) throw new TypeError(`the tool ${name} is not among those that are listed`);
  return definition;
}
