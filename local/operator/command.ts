import { refuse, type Usage } from "../../contract/bin/command.ts";
import { NoTarget, type Target, targetOf } from "./target.ts";

/** What the commands of an operator have in common with every tool, and what they work on. */

export { argumentsOf, countOf, refuse, say, type Usage, write } from "../../contract/bin/command.ts";

/** What to work on; ends with 2 where there is nothing. */
export async function open(values: { readonly stage?: string | undefined }, usage: Usage): Promise<Target> {
  try {
    return await targetOf(values);
  } catch (error) {
    if (!(error instanceof NoTarget)) throw error;
    return refuse(error.message, usage);
  }
}
