import { defineError } from "../kernel/errors.ts";

export const TestKeyRequired = defineError(
  "TEST_KEY_REQUIRED",
  "forbidden",
  "This is for test keys alone: there is no such thing in the live ledger. Use a key that begins with svc_test_.",
  "Ceci est réservé aux clés de test : il n'existe rien de tel dans le registre réel. Utilisez une clé qui commence par svc_test_.",
);
