import { expect, it } from "vitest";
import { handle as handleBank } from "./_bank.ts";
import { handle as handlePsp } from "./_psp.ts";

it.each([
  ["no data", {}],
  ["data of another kind", { data: "text", created: "now" }],
  ["null", { data: null, created: null }],
])(
  "an event of an unknown type is answered with 'not handled', whatever its content: %s",
  async (_, fields) => {
    const body = { type: "something.else", ...fields };
    expect(await handleBank(JSON.stringify({ eventId: "e1", ...body }))).toBe("not handled");
    expect(await handlePsp(JSON.stringify({ id: "e1", ...body }))).toBe("not handled");
  },
);
