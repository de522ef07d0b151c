import { beforeEach, expect, it, vi } from "vitest";
import * as Run from "../../core/people/erasure.ts";
import * as HeldUp from "../../core/people/held-up.ts";
import { log } from "../../core/platform/log.ts";
import { handler } from "./erase.ts";

vi.mock("../../core/people/erasure.ts");
vi.mock("../../core/people/held-up.ts");

const [run, age] = [vi.mocked(Run.runDue), vi.mocked(HeldUp.oldestAgeSeconds)];
const logged = vi.spyOn(log, "error");
beforeEach(() => {
  logged.mockReset();
  run.mockReset().mockResolvedValue(2);
  age.mockReset().mockResolvedValue(60);
});
const [broken, dark] = [new Error("a step fails"), new Error("the table does not answer")];

it("the schedule returns the number of due erasures, and fails if the erasures or the metric fail", async () => {
  expect(await handler()).toEqual({ due: 2 });
  run.mockRejectedValueOnce(broken);
  await expect(handler()).rejects.toBe(broken);
  expect(age).toHaveBeenCalledTimes(2);
  age.mockRejectedValueOnce(dark);
  await expect(handler()).rejects.toBe(dark);
});

it("the schedule fails with the erasures' error if the metric fails too, and logs both errors", async () => {
  run.mockRejectedValueOnce(broken);
  age.mockRejectedValueOnce(dark);
  await expect(handler()).rejects.toBe(broken);
  expect(logged.mock.calls.map(([, fields]) => (fields as { error?: unknown }).error)).toEqual([
    dark,
    broken,
  ]);
});
