import { expect, it } from "vitest";
import { redact } from "./log.ts";

const logged = (value: unknown): string => JSON.stringify(value, redact);

it.each([
  [{ password: "hunter2" }, "hunter2"],
  [{ user: { passwordHash: "x1y2" } }, "x1y2"],
  [{ headers: { authorization: "Bearer abc.def.ghi", cookie: "a=b" } }, "abc.def"],
  [{ body: { refreshToken: "r-1" } }, "r-1"],
  [{ note: "sent Bearer abc123 along" }, "abc123"],
  [{ note: "jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig-nature here" }, "sig-nature"],
  [{ note: "key svc_live_4f3kd93kd" }, "4f3kd93kd"],
  [{ note: "signed with whsec_QUJD+RE/VGR0hJ=" }, "RE/VGR0hJ"],
  [{ note: "https://x/?token=abc&b=1" }, "abc&"],
  [{ note: `hash $2b$12$${"a".repeat(53)}` }, "a".repeat(53)],
  [{ cvv: "123", pin: "0000", cardNumber: "4242424242424242" }, "4242"],
])("the secret in %j is not logged", (value, secret) => {
  expect(logged(value)).not.toContain(secret);
});

it("values that are not secret are logged unchanged, and amounts exactly", () => {
  expect(logged({ route: "defi.wallets.list", amount: 10n ** 20n, status: 200 })).toBe(
    '{"route":"defi.wallets.list","amount":"100000000000000000000","status":200}',
  );
});
