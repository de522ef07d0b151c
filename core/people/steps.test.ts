import { SendEmailCommand } from "@aws-sdk/client-sesv2";
import { expect, it } from "vitest";
import { newEmail } from "../../tests/support/addresses.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { onWeb, withSecrets } from "../../tests/support/identity.ts";
import { withLetters } from "../../tests/support/leaving.ts";
import { withObjects } from "../../tests/support/objects.ts";
import { withPsp } from "../../tests/support/psp.ts";
import { webActor } from "../identity/actor.ts";
import * as Users from "../identity/users.ts";
import { create } from "../identity/users.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Table from "../platform/table/index.ts";
import { erasure } from "./entity.ts";
import { runDue } from "./erasure.ts";
import { ask } from "./requests.ts";
import { steps } from "./steps.ts";

// The release after has the steps in another order, one more, and one less.

withDatabase();
withSecrets();
withObjects();
withPsp();
const ses = withLetters();

const stands = (userId: string) => Table.find(erasure, { userId });

/** Somebody whose erasure has come so far. */
async function at(so: { readonly stepsDone: string[]; readonly cursor?: object }) {
  const email = newEmail();
  const actor = onWeb(await create({ name: "Zed", email, emailVerified: true }));
  await ask(webActor(await Users.own(actor), actor.sessionId));
  Clock.setOffset(Clock.offset() + 31 * 86_400_000);
  const beganAt = Clock.nowIso();
  const { userId } = actor;
  await Table.update(erasure.key({ userId }), { set: { status: "running", beganAt, ...so } });
  return userId;
}

it("an erasure that another release began does each of this one's steps that is not done, and no other", async () => {
  const names = Object.keys(steps);
  const userId = await at({ stepsDone: ["farewell", "one that is no more"] });
  await runDue();
  expect((await stands(userId))?.stepsDone.toSorted()).toEqual(["one that is no more", ...names].toSorted());
  expect(ses.commandCalls(SendEmailCommand)).toHaveLength(0);
  const other = await at({ stepsDone: names.filter((name) => name !== "farewell" && name !== "account") });
  await runDue();
  expect((await stands(other))?.status).toBe("done");
  expect(ses.commandCalls(SendEmailCommand)).toHaveLength(1);
});

it("where a step had come to is no other step's", async () => {
  const cursor = { step: "mentions", pk: "ZZZ", sk: "ZZZ" };
  const userId = await at({ stepsDone: ["files", "provider", "ended"], cursor });
  await runDue();
  expect((await stands(userId))?.status).toBe("done");
  expect((await Users.fromId(userId))?.erasedAt).toBeDefined();
});

it.each(["mentions", "own"])("%s goes on where it had come to", async (step) => {
  const names = Object.keys(steps);
  const userId = await at({ stepsDone: names.slice(0, names.indexOf(step)) });
  await Table.update(erasure.key({ userId }), {
    set: { cursor: { step, pk: `USER#${userId}`, sk: "ERASURE" } },
  });
  await runDue();
  expect((await stands(userId))?.status).toBe("done");
});

it("one that is noted by the count of its steps begins anew", async () => {
  const userId = await at({ stepsDone: [] });
  await Table.update(erasure.key({ userId }), {
    set: { stepsDone: undefined, steps: 5n, cursor: { pk: `USER#${userId}`, sk: "" } },
  });
  await runDue();
  expect(await stands(userId)).toMatchObject({ status: "done", stepsDone: Object.keys(steps) });
});
