import { fail } from "../../kernel/errors.ts";
import * as Where from "../../platform/table/where.ts";
import { VersionConflict } from "./errors.ts";

/** Versions: whoever changes what others may have changed names the one that was read. */

/** @throws VERSION_CONFLICT where a version is given that is not the current one, with that */
export function checkVersion(given: number | undefined, current: number): void {
  if (given !== undefined && given !== current)
    throw fail(VersionConflict, { details: { version: current } });
}

/** The attribute still is of this version; what was never changed may not say its first. */
export const isAt = (path: string, version: number): Where.Where => {
  const same = Where.is({ [path]: BigInt(version) });
  return version === 1 ? Where.any(Where.lacks(path), same) : same;
};
