import type { read, search } from "../../../contract/admin/users.ts";
import type { ResultOf } from "../../../contract/route.ts";
import type { User } from "../../../core/identity/user.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import type { Debt } from "../../../core/policy/debts.ts";

/** Users as administrators see them. */

type Account = ResultOf<typeof search>["users"][number];
type Whole = ResultOf<typeof read>["user"];

export const account = (user: User): Account => {
  const { userId: id, name, email, role, blocked, createdAt } = user;
  return {
    ...{ id, name, email, role, blocked, createdAt },
    emailVerified: user.emailVerified ?? null,
    secondFactor: user.secondFactorAt !== undefined,
  };
};

export const whole = (user: User, debts: readonly Debt[]): Whole => ({
  ...account(user),
  phone: user.phone === undefined ? null : `…${user.phone.slice(-4)}`,
  language: user.language ?? null,
  owed: debts.map(({ asset, owedMinor }) => ({
    asset,
    amount: Assets.format(owedMinor, asset),
  })),
});
