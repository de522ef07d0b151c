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

it("returns the count of erasures, and fails with the error of either part", async () => {
  expect(await handler()).toEqual({ due: 2 });
  run.mockRejectedValueOnce(broken);
  await expect(handler()).rejects.toBe(broken);
  expect(age).toHaveBeenCalledTimes(2);
  age.mockRejectedValueOnce(dark);
  await expect(handler()).rejects.toBe(dark);
});

it("fails with the error of the erasures if both parts fail, and logs both", async () => {
  run.mockRejectedValueOnce(broken);
  age.mockRejectedValueOnce(dark);
  await expect(handler()).rejects.toBe(broken);
  expect(logged.mock.calls.map(([, fields]) => (fields as { error?: unknown }).error)).toEqual([
    dark,
    broken,
  ]);
});
