import { describe, expect, it } from "vitest";
import { operations, validationError } from "./support/document/operations.ts";
import { findViolations } from "./support/document/walk.ts";
import { withPlatform } from "./support/platform.ts";

/** Tests the platform against its API document. `DOCUMENT_SEED` and `DOCUMENT_RUNS` set other and more requests. */

const platform = withPlatform({ providers: true });

const RUN = {
  seed: Number(process.env["DOCUMENT_SEED"] ?? 1843),
  allowed: 5,
  changed: Number(process.env["DOCUMENT_RUNS"] ?? 15),
};

describe("the API", () => {
  it("responds as documented to valid and invalid requests of every operation", async () => {
    expect((await findViolations(platform, RUN)).join("\n\n")).toBe("");
  }, 600_000);

  it.each(operations.filter(({ spec }) => spec.request?.body).map((one) => [one.id, one] as const))(
    "documents a valid example body for %s",
    (_, { spec, body, example }) => {
      expect(validationError(body ?? {}, example)).toBeUndefined();
      expect(spec.request?.body?.safeParse(example).error).toBeUndefined();
    },
  );
});
