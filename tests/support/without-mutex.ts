/**
 * Stands in for `core/platform/mutex`: callers no longer wait for each other within the process, so that tests meet the
 * races that instances of a function have. Use it as
 * `vi.mock("../platform/mutex/index.ts", () => import("../../tests/support/without-mutex.ts"))`.
 */
export const withLocalMutex = <T>(_name: string | undefined, work: () => Promise<T>): Promise<T> => work();
