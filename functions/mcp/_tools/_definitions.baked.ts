import { definitionOf } from "./definition.ts";
import { tools } from "./index.ts";

/** The tools as tools/list shows them, as JSON: schemas take their time to be described. */
export const list: string = JSON.stringify(tools.map(definitionOf));
