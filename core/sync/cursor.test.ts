import { beforeEach, expect, it } from "vitest";
import * as Clock from "../kernel/clock/index.ts";
import * as Ids from "../kernel/ids/index.ts";
import { read, write } from "./cursor.ts";

const actor = { userId: "usr_1" };
const cursor = () => write(actor, { seq: 7, at: Clock.nowSeconds(), wanted: ["profile"] });
const rotate = () => {
  process.env["SEALING_SECRET_PREVIOUS"] = process.env["SEALING_SECRET"];
  process.env["SEALING_SECRET"] = Ids.secret();
};

beforeEach(() => {
  process.env["SEALING_SECRET"] = Ids.secret();
  delete process.env["SEALING_SECRET_PREVIOUS"];
});

it("accepts a cursor after one rotation of the secret, and reports it as expired after a second one", async () => {
  const sealed = await cursor();
  rotate();
  expect(await read(actor, sealed)).toMatchObject({ seq: 7, wanted: ["profile"] });
  rotate();
  await expect(read(actor, sealed)).rejects.toMatchObject({ code: "CURSOR_EXPIRED" });
});

it("rejects an invalid cursor and another user's", async () => {
  const sealed = await cursor();
  for (const wrong of ["", "1", "a.b.c.d", `${sealed}x`])
    await expect(read(actor, wrong), wrong).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  await expect(read({ userId: "usr_2" }, sealed)).rejects.toMatchObject({ code: "INVALID_REQUEST" });
});
