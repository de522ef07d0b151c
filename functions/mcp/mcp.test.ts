import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MAX_WALLETS } from "../../core/ledger/opening.ts";
import { someone } from "../../tests/support/ledger.ts";
import * as Prompts from "./_prompts/index.ts";
import { config, VERSION } from "./_resources/config.ts";
import * as Resources from "./_resources/index.ts";
import * as Knowledge from "./_resources/knowledge/index.ts";
import { skillNames } from "./_resources/knowledge/skills.ts";
import { model } from "./_resources/models.ts";
import { loyaltyCard, movement, payment } from "./_tools/schemas.ts";

describe("the configuration", () => {
  it("has the platform's own version and limits", () => {
    expect(VERSION).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
    expect(config().limits.maxWalletsPerUser).toBe(MAX_WALLETS);
  });
});

describe("models", () => {
  it("have the fields that are allowed, and none that is for the provider or the chain alone", () => {
    expect(model("user").fields).toEqual(expect.arrayContaining(["id", "email", "role", "preferences"]));
    expect(model("wallet").fields).toEqual(
      expect.arrayContaining(["walletId", "asset", "available", "held"]),
    );
    expect(model("paymentCard").fields).toEqual(expect.arrayContaining(["brand", "last4", "isDefault"]));
    for (const hidden of ["paymentMethodId", "fingerprint", "customerId"])
      expect(model("paymentCard").fields).not.toContain(hidden);
    for (const hidden of ["head", "seq"]) expect(model("wallet").fields).not.toContain(hidden);
  });

  it("have the fields that the tools of the same name show, as the specification's record has them", () => {
    expect(model("loyaltyCard").fields).toEqual(Object.keys(loyaltyCard.shape));
    const { fields } = model("transaction");
    for (const field of [
      "id",
      "amount",
      "currency",
      "status",
      "type",
      "description",
      "cardLast4",
      "createdAt",
    ])
      expect(fields).toContain(field);
    expect(new Set(fields)).toEqual(new Set(Object.keys({ ...payment.shape, ...movement.shape })));
    const { description = "" } = Resources.resources.find(({ name }) => name === "transaction") ?? {};
    expect(description).toContain(`svc_get_transactions: ${Object.keys(movement.shape).join(", ")})`);
    expect(description).toContain(`svc_get_payments: ${Object.keys(payment.shape).join(", ")})`);
  });
});

describe("completion", () => {
  it.each([
    ["svc://models/{model}", "model", "ky", ["kycSubmission", "kycDocument"]],
    ["svc://models/{model}", "model", "KY", ["kycSubmission", "kycDocument"]],
    ["svc://models/{model}", "model", "referralL", ["referralLink"]],
    ["svc://models/{model}", "model", "zzz", []],
    ["svc://models/{model}", "skill", "", []],
    ["svc://knowledge/{skill}", "skill", "", ["financial", "loyalty", "identity", "banking"]],
    ["svc://other/{x}", "x", "", []],
  ])("%s %s %j", (uri, variable, typed, values) => {
    expect(Resources.complete(uri, variable, typed)).toEqual(values);
  });
});

describe("knowledge", () => {
  it.each(skillNames)("of %s is 1,500 to 3,000 words with every topic and sources", (skill) => {
    const words = Knowledge.textOf(skill).split(/\s+/).length;
    expect(words).toBeGreaterThan(1500);
    expect(words).toBeLessThan(3000);
    for (const topic of Knowledge.topicsOf(skill))
      expect(Knowledge.section(skill, topic).split(/\s+/).length, topic).toBeGreaterThan(150);
    expect(Knowledge.sourcesOf(skill).length).toBeGreaterThan(4);
  });

  it("of savings says as of when its rates are, when they change, and where those of today are found", () => {
    const savings = Knowledge.section("financial", "savings");
    expect(savings).toMatch(/as of 1 February 2026[^.]*1\.5 %/);
    expect(savings).toMatch(/change on 1 February and 1 August/);
    expect(savings).toMatch(/service-public\.gouv\.fr|banque-france\.fr/);
  });

  it("of data protection knows the appeal against T-553/23", () => {
    expect(Knowledge.section("identity", "data_protection")).toContain("C-703/25 P");
  });

  it("of a topic that there is not is an error of ours", () => {
    expect(() => Knowledge.section("loyalty", "nothing")).toThrow(TypeError);
  });
});

describe("prompts", () => {
  const textOf = (name: string) => {
    const actor = someone();
    const [message] = Prompts.get(actor, name, actor.email).messages;
    return { text: message?.content.text ?? "", email: actor.email };
  };
  const callsOf = (text: string) => [...text.matchAll(/^\d\. `(svc_\w+)`/gm)].map(([, tool]) => tool);

  it("ask for the specification's calls in its order", () => {
    expect(callsOf(textOf("analyse_financiere_utilisateur").text)).toEqual([
      "svc_get_balance",
      "svc_get_transactions",
      "svc_get_payment_cards",
      "svc_get_crypto_wallets",
      "svc_get_loyalty_cards",
    ]);
    expect(callsOf(textOf("resume_portefeuille").text)).toEqual([
      "svc_get_balance",
      "svc_get_crypto_wallets",
      "svc_get_transactions",
    ]);
    expect(callsOf(textOf("diagnostic_kyc").text)).toEqual(["svc_get_kyc_status", "svc_identity_advice"]);
  });

  it("ask for the specification's form of the answer", () => {
    const { text, email } = textOf("analyse_financiere_utilisateur");
    expect(text).toContain(`{"email":"${email}","limit":50,"statistics":true}`);
    for (const part of ["sur 100", "points de fidélité", "ratio revenus/dépenses", "exactement 3"])
      expect(text).toContain(part);
    expect(textOf("resume_portefeuille").text).toContain("Exactement 5 lignes");
    expect(textOf("diagnostic_kyc").text).toContain("VERIFIED, PENDING, INCOMPLETE, REJECTED");
  });

  it("are about nobody but the actor, unless an administrator asks", () => {
    const refused = expect.objectContaining({ code: "PERSON_NOT_FOUND" });
    expect(() => Prompts.get(someone("EMPLOYE"), "diagnostic_kyc", "a@example.com")).toThrow(refused);
    expect(Prompts.get(someone("ADMIN"), "diagnostic_kyc", "a@example.com").messages).toHaveLength(1);
  });
});
