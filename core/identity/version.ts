import * as Where from "../platform/table/where.ts";

/** The attribute still is of this version; what was never changed may not say its first. */
export const isAt = (path: string, version: number): Where.Where => {
  const same = Where.is({ [path]: BigInt(version) });
  return version === 1 ? Where.any(Where.lacks(path), same) : same;
};
