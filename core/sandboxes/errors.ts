import { defineError } from "../kernel/errors.ts";

export const TestKeyRequired = defineError(
  "TEST_KEY_REQUIRED",
  "forbidden",
  "This is only available with test keys. Use a key that begins with svc_test_.",
  "Cette fonction est réservée aux clés de test. Utilisez une clé qui commence par svc_test_.",
);
