/** What a check found: how it stands, and what mends it. */

/**
 * - `ok`: nothing to do.
 * - `missing`: a deployment would fail without it, or customers could not use what it makes.
 * - `to do`: a deployment works; somebody should see to it before the stage is used, or after.
 * - `unknown`: AWS did not say; why, is in the detail.
 */
export type State = "ok" | "missing" | "to do" | "unknown";

export interface Finding {
  readonly id: string;
  readonly state: State;
  readonly detail: string;
  /** The command or the page that mends it. */
  readonly mend?: string;
}

export const ok = (id: string, detail: string): Finding => ({ id, state: "ok", detail });

export const missing = (id: string, detail: string, mend: string): Finding => ({
  id,
  state: "missing",
  detail,
  mend,
});

export const todo = (id: string, detail: string, mend: string): Finding => ({
  id,
  state: "to do",
  detail,
  mend,
});

/** What a check finds; `unknown` where it could not ask. */
export async function asking(
  id: string,
  check: () => Promise<readonly Finding[] | Finding>,
): Promise<readonly Finding[]> {
  try {
    return [await check()].flat();
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return [
      {
        id,
        state: "unknown",
        detail: `AWS was asked in vain: ${name}: ${message}`,
        mend: "Use credentials that may read this (ReadOnlyAccess does), and run it again",
      },
    ];
  }
}

/** Whether a deployment would work: nothing is missing, and all was told. */
export const wouldWork = (findings: readonly Finding[]): boolean =>
  findings.every(({ state }) => state === "ok" || state === "to do");

const marks: Readonly<Record<State, string>> = {
  ok: "ok      ",
  missing: "MISSING ",
  "to do": "to do   ",
  unknown: "UNKNOWN ",
};

/** A line for each finding, and what mends it below. */
export const written = (findings: readonly Finding[]): string =>
  findings
    .map(
      ({ id, state, detail, mend }) =>
        `${marks[state]} ${id}: ${detail}${mend === undefined ? "" : `\n         → ${mend}`}`,
    )
    .join("\n");
