/** Assets that are money: what cards and banks pay in. */
export const money = ["EUR", "USD"] as const;
