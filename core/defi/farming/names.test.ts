import { expect, it } from "vitest";
import { newActor } from "../../../tests/support/ledger.ts";
import { ledgers } from "../../../tests/support/sandboxes.ts";
import { systemRef } from "../../ledger/accounts.ts";
import { farmOfRewards, isFarmId, parsePositionId, positionId, rewardsOf } from "./names.ts";

it("a position's id is parsed into ledger, owner and farm, and other ids are not parsed", () => {
  const { userId } = newActor();
  for (const mode of ledgers)
    for (const farmId of ["btc-usdc", "x", "a1-b2-c3"])
      expect(parsePositionId(positionId({ mode, userId }, farmId))).toEqual({ mode, userId, farmId });
  const ulid = userId.slice("usr_".length);
  for (const id of [
    "frm_",
    `frm_${ulid}`,
    `frm_${ulid}_`,
    `frm_${ulid}_-a`,
    `frm_${ulid}_A`,
    `liq_${ulid}_a`,
  ])
    expect(parsePositionId(id), id).toBeUndefined();
});

it("the farm of a farm's rewards account is found in every ledger, and none for other accounts", () => {
  for (const mode of ledgers)
    expect(farmOfRewards(systemRef(mode, rewardsOf("btc-usdc"), "YANI").account)).toBe("btc-usdc");
  expect(farmOfRewards("rewards")).toBeUndefined();
  expect(farmOfRewards("treasury")).toBeUndefined();
});

it.each(["", "A", "a_b", "a--b", "-a", "a-", "a#b", "a".repeat(41), "a-b-c-d-e-f-g"])(
  "%j is not a farm's id",
  (id) => expect(isFarmId(id)).toBe(false),
);
