import { fail } from "../../kernel/errors.ts";
import { VersionConflict } from "../errors.ts";

/** Versions: whoever changes what others may have changed names the one that was read. */

/** @throws VERSION_CONFLICT where a version is given that is not the current one, with that */
export function checkVersion(given: number | undefined, current: number): void {
  if (given !== undefined && given !== current)
    throw fail(VersionConflict, { details: { version: current } });
}
