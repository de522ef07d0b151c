import { beforeEach, describe, expect, it } from "vitest";
import { newEmail } from "../../../tests/support/addresses.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { onWeb } from "../../../tests/support/identity.ts";
import type { WebActor } from "../../identity/actor.ts";
import { userProfile } from "../../identity/entity.ts";
import * as Users from "../../identity/users.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { walletId } from "../../ledger/accounts.ts";
import * as Table from "../../platform/table/index.ts";
import { beneficiaryCount } from "./entity.ts";
import { MAX_BENEFICIARIES } from "./errors.ts";
import * as Beneficiaries from "./index.ts";
import * as Payees from "./payees.ts";
import { payeeUserId } from "./stored.ts";

/** A user's payees: bank accounts and other users. */

withDatabase();

const createActor = async (): Promise<WebActor> =>
  onWeb(await Users.create({ name: "Ada Lovelace", email: newEmail(), emailVerified: true }));

let ada: WebActor;
let ben: WebActor;
beforeEach(async () => {
  [ada, ben] = [await createActor(), await createActor()];
});

const IBAN = "DE89370400440532013000";
const bank = (name = "Grace Hopper") => Payees.addPayee(ada, { name, iban: IBAN });
const person = (of: WebActor = ben) =>
  Payees.addPayee(ada, { name: "Ben", to: { toAccountId: walletId("live", of.userId, "EUR") } });
const count = async () => (await Table.get(beneficiaryCount.key(ada)))?.["count"];
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "none",
    ({ code }: { code: string }) => code,
  );

describe("a payee", () => {
  it("is a bank account, or a person without any address or id of the other user", async () => {
    const { id, ...added } = await person();
    expect(added).toEqual({
      type: "person",
      name: "Ben",
      iban: null,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await bank()).toMatchObject({ type: "bank_account", iban: IBAN });
    expect(await Beneficiaries.list(ada)).toMatchObject([{ id }, { iban: IBAN }]);
    expect(await payeeUserId(ada, id)).toBe(ben.userId);
  });

  it("of one kind is not found where the other is needed", async () => {
    const [one, other] = [await person(), await bank()];
    expect(await codeOf(Beneficiaries.bankAccountFromId(ada, one.id))).toBe("BENEFICIARY_NOT_FOUND");
    expect(await codeOf(payeeUserId(ada, other.id))).toBe("BENEFICIARY_NOT_FOUND");
    expect(await codeOf(payeeUserId(ben, one.id))).toBe("BENEFICIARY_NOT_FOUND");
  });

  it("cannot be the user, an unknown account or an unverified address", async () => {
    const add = (to: { toAccountId?: string; toEmail?: string }) =>
      codeOf(Payees.addPayee(ada, { name: "x", to }));
    expect(await add({ toAccountId: walletId("live", ada.userId, "BTC") })).toBe("SAME_ACCOUNT");
    expect(await add({ toAccountId: walletId("live", Ids.create("user"), "EUR") })).toBe("RECIPIENT_UNKNOWN");
    expect(await add({ toAccountId: "x" })).toBe("RECIPIENT_UNKNOWN");
    const unverified = newEmail();
    await Users.create({ name: "Eve", email: unverified, emailVerified: false });
    expect(await add({ toEmail: unverified })).toBe("RECIPIENT_UNKNOWN");
    expect(await Beneficiaries.list(ada)).toEqual([]);
  });

  it("by address is limited to thirty attempts an hour, so that it cannot test who has an account", async () => {
    const add = (toEmail: string) => codeOf(Payees.addPayee(ada, { name: "x", to: { toEmail } }));
    for (let tries = 0; tries < 30; tries++) expect(await add(newEmail())).toBe("RECIPIENT_UNKNOWN");
    expect([await add(newEmail()), await add(ben.email)]).toEqual(["RATE_LIMITED", "RATE_LIMITED"]);
  });

  it("is not paid after its account has another owner", async () => {
    const { id } = await person();
    await Table.update(userProfile.key(ben), { set: { ownershipId: Ids.secret(8) } });
    expect(await codeOf(payeeUserId(ada, id))).toBe("RECIPIENT_UNKNOWN");
  });

  it("is hidden from a new owner of the user's own account", async () => {
    const { id } = await person();
    const next = { ...ada, ownershipId: "another" };
    expect((await Payees.page(next, { limit: 10 })).beneficiaries).toEqual([]);
    for (const work of [
      () => payeeUserId(next, id),
      () => Payees.rename(next, { id }, "x"),
      () => Payees.removeAny(next, id),
    ])
      expect(await codeOf(work())).toBe("BENEFICIARY_NOT_FOUND");
  });

  it("is added up to the limit under 120 parallel requests", async () => {
    const all = await Promise.all(Array.from({ length: 120 }, () => codeOf(bank())));
    expect(all.filter((code) => code === "none")).toHaveLength(MAX_BENEFICIARIES);
    expect(new Set(all)).toEqual(new Set(["none", "BENEFICIARY_LIMIT_REACHED"]));
    expect(await Beneficiaries.list(ada)).toHaveLength(MAX_BENEFICIARIES);
  }, 60_000);

  it("is renamed by each of ten parallel requests, and each has its own version", async () => {
    const { id } = await bank();
    const renamed = await Promise.all(
      Array.from({ length: 10 }, (_, index) => Payees.rename(ada, { id }, `name ${index}`)),
    );
    expect(renamed.map(({ version }) => version).sort((a, b) => a - b)).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ]);
    const last = renamed.find(({ version }) => version === 11);
    expect(await Beneficiaries.fromId(ada, id)).toEqual(last);
    expect(await codeOf(Payees.rename(ada, { id, version: 3 }, "late"))).toBe("VERSION_CONFLICT");
  });

  it("is deleted once under 20 parallel requests, and counts no more", async () => {
    const [{ id }] = [await bank(), await bank()];
    const all = await Promise.all(Array.from({ length: 20 }, () => codeOf(Payees.removeAny(ada, id))));
    expect(all.filter((code) => code === "none")).toHaveLength(1);
    expect(new Set(all)).toEqual(new Set(["none", "BENEFICIARY_NOT_FOUND"]));
    expect([(await Beneficiaries.list(ada)).length, Number(await count())]).toEqual([1, 1]);
  });

  it("is listed in pages, newest first, each once while others are deleted", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n++) ids.unshift((await bank(`payee ${n}`)).id);
    const found: string[] = [];
    let after: string | undefined;
    do {
      const page = await Payees.page(ada, { limit: 3, after });
      found.push(...page.beneficiaries.map(({ id }) => id));
      after = page.next;
      if (found.length === 3) await Payees.removeAny(ada, ids[2] ?? "");
    } while (after !== undefined);
    expect(found).toEqual(ids);
  });
});
