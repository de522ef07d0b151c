import type { Stack } from "@aws-sdk/client-cloudformation";
import type { StageConfig } from "../config.ts";

/** The checked stage: its configuration and its deployed stacks. */
export interface Stage {
  readonly stage: string;
  readonly config: StageConfig;
  /** By the last part of the stack's name: `platform`, `edge`. */
  readonly deployed: ReadonlyMap<string, Stack>;
}

/**
 * - `ok`: nothing to do.
 * - `missing`: a deployment would fail without it, or customers could not use the stage.
 * - `to do`: a deployment works; the operator should do this before or after the stage is used.
 * - `unknown`: a call to AWS failed; the detail has the reason.
 */
type State = "ok" | "missing" | "to do" | "unknown";

export interface Finding {
  readonly id: string;
  readonly state: State;
  readonly detail: string;
  /** The command or page that fixes it. */
  readonly fix?: string;
}

export const ok = (id: string, detail: string): Finding => ({ id, state: "ok", detail });

const finding =
  (state: State) =>
  (id: string, detail: string, fix: string): Finding => ({ id, state, detail, fix });

export const missing = finding("missing");
export const todo = finding("to do");
const unknown = finding("unknown");

type Check = () => Promise<readonly Finding[] | Finding>;

/** Runs a check. Returns `unknown` if a call to AWS failed. */
export async function runCheck(id: string, check: Check): Promise<readonly Finding[]> {
  try {
    return [await check()].flat();
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return [
      unknown(
        id,
        `the call to AWS failed: ${name}: ${message}`,
        "Use credentials that may read this (ReadOnlyAccess suffices) and run it again",
      ),
    ];
  }
}

/** Runs checks concurrently, by id. */
export const runChecks = async (checks: Readonly<Record<string, Check>>): Promise<readonly Finding[]> =>
  (await Promise.all(Object.entries(checks).map(([id, check]) => runCheck(id, check)))).flat();

/** Returns whether a deployment would work: nothing is missing or unknown. */
export const wouldWork = (findings: readonly Finding[]): boolean =>
  findings.every(({ state }) => state === "ok" || state === "to do");

const marks: Readonly<Record<State, string>> = {
  ok: "ok      ",
  missing: "MISSING ",
  "to do": "to do   ",
  unknown: "UNKNOWN ",
};

/** Formats the findings: a line each, with the fix below. */
export const written = (findings: readonly Finding[]): string =>
  findings
    .map(
      ({ id, state, detail, fix }) =>
        `${marks[state]} ${id}: ${detail}${fix === undefined ? "" : `\n         → ${fix}`}`,
    )
    .join("\n");
