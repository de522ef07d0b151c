import * as z from "zod";
import { isAddress } from "../../../kernel/eip55/index.ts";
import { fail, SvcError } from "../../../kernel/errors.ts";
import type { Mode } from "../../../kernel/mode.ts";
import { same, type Text, text } from "../../../kernel/texts/index.ts";
import { type Arguments, BrokenRule, type Coder, coder } from "./abi.ts";
import { type Action, action, InvalidActions, MAX_ACTIONS, type TargetName, targets } from "./schema.ts";
import { type Effect, ruleOf, type TargetFunction } from "./target.ts";
import { functions } from "./targets.ts";

/** Actions of proposals: decodes and checks the calls, and returns their effects. */

interface Callable {
  readonly target: TargetName;
  readonly function: TargetFunction;
  readonly coder: Coder;
}

/** Lists all functions. The call is marked pure, so that handlers that only read proposals do not bundle the targets. */
const listCallables = (): readonly Callable[] =>
  (Object.keys(functions) as TargetName[]).flatMap((target) =>
    functions[target].map((one) => ({ target, function: one, coder: coder(one.name, one.args) })),
  );

const callables = /* @__PURE__ */ listCallables();

interface Call {
  readonly callable: Callable;
  readonly args: Arguments;
}

/**
 * The maximum of assets that one proposal pays. Each may require a write for every shard of the treasury's account, and
 * a transaction has 100 writes.
 */
const MAX_ASSETS = 4;

/** @param index the action's index from 0. Undefined if the list itself is invalid */
const invalid = (index: number | undefined, field: string, english: string, french: string): SvcError => {
  const rule = text(english, french);
  const subject =
    index === undefined ? same(field) : text(`action ${index}: ${field}`, `action ${index} : ${field}`);
  return fail(InvalidActions, {
    message: text(
      `The actions are not valid: ${subject.en} ${rule.en}.`,
      `Les actions ne sont pas valides : ${subject.fr} ${rule.fr}.`,
    ),
    details: { index: index ?? null, field, rule },
  });
};

/**
 * Checks the actions of a new proposal: shape, target, value, signature, calldata, and the target's own rules
 * for the arguments.
 * @throws INVALID_ACTIONS with the action's index, the field and the rule
 */
export async function check(mode: Mode, input: unknown): Promise<readonly Action[]> {
  const actions = parse(input);
  const calls = actions.map(callOf);
  for (const [index, call] of calls.entries()) await checkArguments(mode, index, call);
  checkCombination(calls);
  return actions;
}

/** @throws INVALID_ACTIONS */
function parse(input: unknown): readonly Action[] {
  if (!Array.isArray(input)) throw invalid(undefined, "actions", "must be an array", "doit être une liste");
  if (input.length > MAX_ACTIONS)
    throw invalid(
      undefined,
      "actions",
      `has more than ${MAX_ACTIONS} entries`,
      `compte plus de ${MAX_ACTIONS} entrées`,
    );
  return input.map((element, index) => {
    const parsed = action.safeParse(element);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    if (issue?.code === "unrecognized_keys")
      throw invalid(
        index,
        issue.keys.join(", "),
        "is not a field of an action",
        "n'est pas un champ d'une action",
      );
    const field = issue?.path.join(".") || "action";
    if (issue?.code === "too_big") throw invalid(index, field, "is too long", "est trop long");
    throw invalid(index, field, "must be a string", "doit être un texte");
  });
}

/** @throws INVALID_ACTIONS */
function callOf({ target: address, value, signature, calldata }: Action, index: number): Call {
  const target = targetOf(address);
  if (!target)
    throw invalid(
      index,
      "target",
      "is not the address of a target of proposals",
      "n'est pas l'adresse d'une cible de propositions",
    );
  if (value !== "0")
    throw invalid(
      index,
      "value",
      'must be "0": no target takes a value',
      'doit être "0" : aucune cible ne prend de valeur',
    );
  const callable = callables.find((it) => it.target === target && it.coder.signature === signature);
  if (!callable)
    throw invalid(
      index,
      "signature",
      `is not a function of the target: must be ${signatures(target).join(" or ")}`,
      `n'est pas une fonction de la cible : doit être ${signatures(target).join(" ou ")}`,
    );
  try {
    return { callable, args: callable.coder.decode(calldata) };
  } catch (error) {
    if (error instanceof BrokenRule) throw invalid(index, "calldata", error.rule.en, error.rule.fr);
    throw error;
  }
}

/** Returns the target at an address. An address in mixed case needs a valid checksum. */
const targetOf = (address: string): TargetName | undefined =>
  isAddress(address)
    ? callables.find(({ target }) => targets[target].toLowerCase() === address.toLowerCase())?.target
    : undefined;

const signatures = (target: TargetName): string[] =>
  callables.flatMap((it) => (it.target === target ? [it.coder.signature] : []));

/** @throws INVALID_ACTIONS */
async function checkArguments(mode: Mode, index: number, { callable, args }: Call): Promise<void> {
  try {
    await callable.function.check(mode, args);
  } catch (error) {
    const rule = brokenRuleOf(error);
    if (rule === undefined) throw error;
    throw invalid(index, "calldata", rule.en, rule.fr);
  }
}

/** Returns the rule that the arguments break. Undefined for any other error. */
function brokenRuleOf(error: unknown): Text | undefined {
  if (error instanceof BrokenRule) {
    const { argument, rule } = error;
    return text(`${argument} ${rule.en}`, `${argument} ${rule.fr}`);
  }
  if (error instanceof z.ZodError) return ruleOf(error);
  const isRejection = error instanceof SvcError && ["invalid", "not-found"].includes(error.kind);
  return isRejection ? text(error.text.en.replace(/\.$/, ""), error.text.fr.replace(/\.$/, "")) : undefined;
}

/** @throws INVALID_ACTIONS */
function checkCombination(calls: readonly Call[]): void {
  const subjects = calls.map(({ callable, args }) => callable.function.subject(args));
  for (const [index, subject] of subjects.entries()) {
    if (subject !== undefined && subjects.indexOf(subject) < index)
      throw invalid(
        index,
        "calldata",
        `changes the same values as action ${subjects.indexOf(subject)}`,
        `modifie les mêmes valeurs que l'action ${subjects.indexOf(subject)}`,
      );
  }
  const assets = new Set(calls.flatMap(({ callable, args }) => callable.function.spends?.(args) ?? []));
  if (assets.size > MAX_ASSETS)
    throw invalid(
      undefined,
      "actions",
      `pay out more than ${MAX_ASSETS} different assets`,
      `versent plus de ${MAX_ASSETS} actifs différents`,
    );
}

/** Returns the effects of actions on the current state. @throws the targets' errors */
export async function effects(mode: Mode, actions: readonly Action[]): Promise<readonly Effect[]> {
  const all: Effect[] = [];
  for (const { callable, args } of actions.map(callOf)) all.push(await callable.function.effect(mode, args));
  return all;
}

/** Encodes an action. */
export function actionOf(target: TargetName, name: string, args: Arguments): Action {
  const callable = callables.find((it) => it.target === target && it.function.name === name);
  if (!callable) throw new TypeError(`${target} has no function ${name}`);
  return {
    target: targets[target],
    value: "0",
    signature: callable.coder.signature,
    calldata: callable.coder.encode(args),
  };
}
