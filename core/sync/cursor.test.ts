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

it("survives one rotation of the secret, and makes its device start over after a second", async () => {
  const given = await cursor();
  rotate();
  expect(await read(actor, given)).toMatchObject({ seq: 7, wanted: ["profile"] });
  rotate();
  await expect(read(actor, given)).rejects.toMatchObject({ code: "CURSOR_EXPIRED" });
});

it("rejects an invalid cursor and another user's", async () => {
  const given = await cursor();
  for (const wrong of ["", "1", "a.b.c.d", `${given}x`])
    await expect(read(actor, wrong), wrong).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  await expect(read({ userId: "usr_2" }, given)).rejects.toMatchObject({ code: "INVALID_REQUEST" });
});
