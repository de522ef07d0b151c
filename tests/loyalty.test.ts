import { beforeEach, describe, expect, it } from "vitest";
import { audit } from "../core/audit/index.ts";
import type { User } from "../core/identity/user.ts";
import { joinProgram } from "../core/loyalty/cards/enrolling.ts";
import * as Cards from "../core/loyalty/cards/index.ts";
import * as Programs from "../core/loyalty/programs/index.ts";
import { onWeb } from "./support/identity.ts";
import { newActor } from "./support/ledger.ts";
import { payShop, processPaymentMessages } from "./support/loyalty.ts";
import { createMerchant } from "./support/payments.ts";
import { createUser, tokenOf } from "./support/people.ts";
import { withPlatform } from "./support/platform.ts";

/** Loyalty programs, as the professionals who own them manage them. */

const platform = withPlatform({ seeded: false });

let owner: User;
let token = "";
beforeEach(async () => {
  owner = await createUser("PROFESSIONNEL");
  token = await tokenOf(owner);
});

type Body = Record<string, never>;
const call = (method: string, path: string, body?: object, by = token) =>
  platform.call<Body>(method, `/api/loyalty/programs${path}`, { token: by, ...(body && { body }) });

describe("a program of a professional", () => {
  it("is created for the owner's merchant account, changed, and ended before another can be created", async () => {
    const without = await call("POST", "", { rate: 2 });
    expect([without.status, without.body["code"]]).toEqual([404, "MERCHANT_NOT_FOUND"]);
    const { merchantId } = await createMerchant(onWeb(owner));
    const made = await call("POST", "", { rate: 2, pointsPerEuro: "1.50", category: "food" });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(made.body).toMatchObject({
      ...{ name: "Café", merchant: "Café", merchantId, rate: 2, pointsPerEuro: 1.5, category: "food" },
      ...{ logoUrl: "/assets/loyalty-food.svg", status: "active" },
    });
    const { id } = made.body as unknown as { id: string };
    const second = await call("POST", "", { rate: 3 });
    expect([second.status, second.body["code"]]).toEqual([409, "MERCHANT_IN_PROGRAM"]);
    const posing = await call("PATCH", `/${id}`, { name: "svc Support" });
    expect([posing.status, posing.body]).toMatchObject([422, { code: "BUSINESS_NAME_NOT_ALLOWED" }]);
    const changed = await call("PATCH", `/${id}`, { name: "Le Cercle", category: "travel" });
    expect(changed.body).toMatchObject({ name: "Le Cercle", rate: 2, logoUrl: "/assets/loyalty-travel.svg" });
    const inCatalogue = async () =>
      (await Programs.listCatalogue({ limit: 100 })).items.some(({ programId }) => programId === id);
    expect(await inCatalogue()).toBe(true);
    expect((await call("POST", `/${id}/end`)).body).toMatchObject({ status: "ended" });
    expect(await inCatalogue()).toBe(false);
    expect(await call("PATCH", `/${id}`, { rate: 3 })).toMatchObject({ status: 409 });
    expect((await call("POST", "", { rate: 3, name: "cafe.example.com" })).status).toBe(422);
    expect((await call("POST", "", { rate: 3 })).status).toBe(201);
    const { programs } = (await call("GET", "")).body as unknown as { programs: { status: string }[] };
    expect(programs.map(({ status }) => status).sort()).toEqual(["active", "ended"]);
  });

  it("lists its members by card number, redeems their points, and reports totals", async () => {
    const merchant = await createMerchant(onWeb(owner), { savebackRate: "2" });
    const id = merchant.programId ?? "";
    const program = await Programs.fromId(id);
    const members = [newActor(), newActor(), newActor()];
    for (const one of members) await joinProgram(one, id);
    const [payer] = members as [(typeof members)[number]];
    if (program)
      await processPaymentMessages([
        await payShop(payer, { merchant, owner: onWeb(owner), program }, 12_000),
      ]);
    const [{ card }] = (await Cards.list(payer)) as [Cards.CardWithProgram];

    const seen: { number: string; points: number }[] = [];
    let cursor: string | null = null;
    do {
      const path: string = `/${id}/members?limit=2${cursor ? `&cursor=${cursor}` : ""}`;
      const { body } = await call("GET", path);
      const page = body as unknown as { members: typeof seen; nextCursor: string | null };
      seen.push(...page.members);
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toHaveLength(3);
    expect(JSON.stringify(seen)).not.toMatch(/usr_|@/);
    expect(seen).toContainEqual(
      expect.objectContaining({ number: card.number, points: 120, tier: "bronze" }),
    );

    const taken = await call("POST", `/${id}/redemptions`, {
      number: card.number,
      points: 50,
      description: "Cake",
    });
    expect(taken.body).toMatchObject({ programId: id, number: card.number, points: 50, balance: 70 });
    const more = await call("POST", `/${id}/redemptions`, { number: card.number, points: 71 });
    expect([more.status, more.body["code"]]).toEqual([409, "INSUFFICIENT_POINTS"]);
    expect((await call("GET", `/${id}/statistics`)).body).toEqual({
      members: 3,
      points: { given: 120, spent: 50, expired: 0, outstanding: 70 },
    });
    expect((await audit()).differences).toEqual([]);
  });

  it("has challenges, which are created, changed, listed and ended", async () => {
    const { programId: id } = await createMerchant(onWeb(owner), { savebackRate: "2" });
    const endsAt = new Date(Date.now() + 86_400_000).toISOString();
    const wanted = { name: "Spend 25", type: "amount", target: 25.5, points: 100, endsAt };
    const made = await call("POST", `/${id}/challenges`, wanted);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(made.body).toMatchObject({ ...wanted, programId: id, status: "active" });
    const { id: challengeId } = made.body as unknown as { id: string };
    expect((await call("PATCH", `/${id}/challenges/${challengeId}`, { name: "Now" })).body).toMatchObject({
      name: "Now",
      target: 25.5,
    });
    expect((await call("POST", `/${id}/challenges/${challengeId}/end`)).body).toMatchObject({
      status: "ended",
    });
    const { challenges } = (await call("GET", `/${id}/challenges`)).body as unknown as {
      challenges: unknown[];
    };
    expect(challenges).toMatchObject([{ name: "Now", status: "ended" }]);
    const platforms = await call("POST", "/platform/challenges", wanted);
    expect(platforms.status).toBe(404);
    const admin = await tokenOf(await createUser("ADMIN"));
    const many = { ...wanted, type: "merchants", target: 3 };
    expect((await call("POST", "/platform/challenges", many, admin)).body).toMatchObject({
      programId: null,
      target: 3,
    });
  });
});
