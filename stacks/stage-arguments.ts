import { refuse, type Usage } from "../contract/bin/command.ts";
import { unknownNames } from "./context-names.ts";
import { type Context, stageContext } from "./stage-context.ts";

/**
 * The configuration that a tool was called with, `-c name=value`, before that of the stage's file; ends with 2 where
 * either has a name that nobody reads.
 */
export function contextOf(stage: string, given: readonly string[], usage: Usage): Context {
  const pairs = new Map(
    given.map((pair) => [pair.split("=", 1)[0] ?? "", pair.slice(pair.indexOf("=") + 1)]),
  );
  const wrong = given.find((pair) => !pair.includes("="));
  if (wrong !== undefined) refuse(`-c ${wrong} has no value: -c name=value.`, usage);
  const [unknown] = unknownNames(pairs.keys());
  if (unknown !== undefined) refuse(`-c: ${unknown}`, usage);
  try {
    return stageContext({ tryGetContext: (name) => pairs.get(name) }, stage);
  } catch (error) {
    return refuse((error as Error).message, usage);
  }
}
