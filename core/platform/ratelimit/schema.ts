/** What a developer may have: each plan has limits of its own. */
export const plans = ["free", "pro", "enterprise"] as const;
export type Plan = (typeof plans)[number];
