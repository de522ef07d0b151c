import { defineConfig } from "vitest/config";
import whole from "../../vitest.config.ts";

/** The tests that must fail for mutants of the money core (`npm run mutants`). */
const { projects: _, ...shared } = whole.test ?? {};

export default defineConfig({
  test: {
    ...shared,
    include: [
      "core/{ledger,policy,transfers}/**/*.test.ts",
      "core/defi/{exchange,farming}/**/*.test.ts",
      "core/payments/returns/*.test.ts",
      // Refunds and disputes of orders, partial captures and clearing payments.
      "core/payments/checkout/{webhooks,renewal}.test.ts",
      "core/payments/payments/{clearing,limit-count,partial-capture,settle}.test.ts",
      // Entries to erased users and debtors, which policies redirect.
      "core/{banking/erased,people/closed-wallets}.test.ts",
      "tests/public/{holds,splits,transfers}.test.ts",
    ],
    reporters: [],
  },
});
