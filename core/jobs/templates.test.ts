import { describe, expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { someone } from "../../tests/support/ledger.ts";
import * as Jobs from "./index.ts";
import { MAX_TEMPLATES } from "./schema.ts";
import * as Templates from "./templates.ts";

withDatabase();

const render = { name: "Render", type: "render" };

describe("templates", () => {
  it("are a hundred at most, whatever runs in parallel, and a deleted one makes room", async () => {
    const actor = someone();
    const made = await Promise.allSettled(
      Array.from({ length: MAX_TEMPLATES + 5 }, () => Templates.create(actor, render)),
    );
    const refused = made.filter((one) => one.status === "rejected");
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(5).fill("TEMPLATE_LIMIT_REACHED"));
    const all = await Templates.list(actor);
    expect(all).toHaveLength(MAX_TEMPLATES);
    const id = all[0]?.templateId ?? "";
    const removed = await Promise.allSettled([1, 2, 3].map(() => Templates.remove(actor, id)));
    expect(removed.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await Templates.create(actor, render);
    await expect(Templates.create(actor, render)).rejects.toMatchObject({ code: "TEMPLATE_LIMIT_REACHED" });
  });

  it("keep every one of several changes at once", async () => {
    const actor = someone();
    const { templateId } = await Templates.create(actor, { ...render, capability: "gpu" });
    await Promise.all([
      Templates.update(actor, templateId, { name: "New" }),
      Templates.update(actor, templateId, { priority: 3 }),
      Templates.update(actor, templateId, { payload: [1] }),
      Templates.update(actor, templateId, { capability: null }),
    ]);
    const { capability, ...rest } = await Templates.fromId(actor, templateId);
    expect(rest).toMatchObject({ name: "New", priority: 3, payload: "[1]", type: "render" });
    expect(capability).toBeUndefined();
  });

  it("of the platform's own types may have a part of a payload, but no wrong one", async () => {
    const actor = someone();
    const of = (payload: unknown) => Templates.create(actor, { name: "Tax", type: "tax-report", payload });
    expect((await of({ format: "pdf" })).payload).toBe('{"format":"pdf"}');
    await expect(of({ year: 1999 })).rejects.toMatchObject({ code: "INVALID_PAYLOAD" });
    await expect(of({ years: 2026 })).rejects.toMatchObject({ code: "INVALID_PAYLOAD" });
    await expect(of("all")).rejects.toMatchObject({ code: "INVALID_PAYLOAD" });
  });

  it("say what a job leaves out, and give way to what it says", async () => {
    const actor = someone();
    const { templateId } = await Templates.create(actor, {
      ...render,
      payload: { a: 1, b: { c: 2 } },
      priority: 2,
      capability: "gpu",
    });
    const create = (more: object) => Jobs.create(actor, { templateId, ...more });
    expect(await create({})).toMatchObject({
      type: "render",
      payload: '{"a":1,"b":{"c":2}}',
      priority: 2,
      capability: "gpu",
    });
    expect(await create({ payload: { b: 3 }, priority: 0, capability: "cpu" })).toMatchObject({
      payload: '{"a":1,"b":3}',
      priority: 0,
      capability: "cpu",
    });
    expect(await create({ payload: [1], type: "draw" })).toMatchObject({
      payload: "[1]",
      capability: "draw",
    });
    await expect(Jobs.create(someone(), { templateId })).rejects.toMatchObject({
      code: "TEMPLATE_NOT_FOUND",
    });
  });
});
