import { expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { onWeb, withSecrets } from "../../tests/support/identity.ts";
import { interleave } from "../../tests/support/interleave.ts";
import type { User } from "../identity/user.ts";
import * as Users from "../identity/users.ts";
import * as Wallets from "../wallets/index.ts";
import { owned } from "../wallets/owned.ts";
import { handOverWrites } from "./endings.ts";

const database = withDatabase();
withSecrets();

const publicAddress = "0x59BD8580AB59333720Aaa5B3e27D0608bdA2db24";

const handOver = (user: User) => Users.setPassword(user, "Another-Horse-2", handOverWrites);
const open = (user: User) =>
  Wallets.create(onWeb(user), { assetSymbol: "ETH", publicAddress }).then(
    () => undefined,
    () => undefined,
  );

it.each([
  ["a wallet that is opened during a hand-over", handOver, open],
  ["a wallet whose opening a hand-over interrupts", open, handOver],
])("%s, at any point, does not retain the former owner's address", async (name, work, concurrent) => {
  for (let at = 0; ; at++) {
    const email = `${name.replaceAll(" ", "-")}-${at}@example.com`;
    const user = await Users.register({ name: "Ada", email, password: "Analytical1!" });
    let calls = 0;
    const beforeCall = () => (calls++ === at ? concurrent(user) : undefined);
    await interleave(database.endpoint, () => work(user), beforeCall);
    if (calls <= at) return;
    const wallets = await owned({ userId: user.userId, mode: "live" });
    expect(wallets.filter((one) => one.publicAddress !== "")).toEqual([]);
    expect(await Users.fromId(user.userId)).toMatchObject({ emailVerified: expect.any(String) });
  }
});
