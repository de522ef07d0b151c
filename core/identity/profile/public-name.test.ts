import { describe, expect, it } from "vitest";
import { createMember } from "../../../tests/support/bank.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import * as Kyc from "../kyc/index.ts";
import { isMisleadingName, maskEmail, publicName, shortenName } from "./public-name.ts";

withDatabase();

describe("a name is misleading", () => {
  it.each([
    "svc Support",
    "S.V.C. Help",
    "s v c",
    "Sup port",
    "SUPP0RT team",
    "Sécurité",
    "Service client",
    "L'équipe",
    "Adrninistrator",
    "La Banque",
    "B a n k",
    "Ѕuррort",
    "ѕиррогт",
    "ｓｕｐｐｏｒｔ",
    "ⓢⓥⓒ",
    "𝗔𝗱𝗺𝗶𝗻",
    "Sup\u200bport",
    "evil.example",
    "http://evil",
    "Ada www evil",
    "evil .com",
    "evil。com",
    "evil dot com",
    "ada@example.com",
    "10.0.0.1",
  ])("if it is %j", async (name) => expect(await isMisleadingName(name)).toBe(true));

  it.each([
    "Ada Lovelace",
    "Dr. Smith",
    "Martin Luther King Jr.",
    "J. R. R. Tolkien",
    "Jean-Pierre D'Été",
    "Burbank",
    "Eubanks Slavčić",
    "Zoë",
    "李",
    "محمد",
    "Иван Петров",
    "Γιώργος",
    "4711",
  ])("but not if it is %j", async (name) => expect(await isMisleadingName(name)).toBe(false));
});

it("shows a misleading name to others only while the identity verification is valid", async () => {
  const member = { ...(await createMember()), name: "svc Support", email: "mia.member@example.com" };
  const shown = () => publicName(member);
  const decide = (decisionId: string, status: "VALIDATED" | "REJECTED") =>
    Kyc.decide("bank", member.userId, { decisionId, status });
  expect(await shown()).toBe("m***@example.com");
  expect(await publicName({ ...member, name: "Mia Member" })).toBe("Mia Member");
  await decide("yes", "VALIDATED");
  expect(await shown()).toBe("svc Support");
  await decide("no", "REJECTED");
  expect(await shown()).toBe("m***@example.com");
});

it("masks an address except its first letter and its domain", () => {
  expect(maskEmail("a@example.com")).toBe("a***@example.com");
  expect(maskEmail("ada.lovelace@example.com")).toBe("a***@example.com");
});

it.each([
  ["Ada Lovelace", "Ada L."],
  ["  Benoît de la tour ", "Benoît T."],
  ["Grace", "Grace"],
  ["a***@example.com", "a***@example.com"],
])("shortens %j to %j for a sender who has not paid the user", (name, shown) => {
  expect(shortenName(name)).toBe(shown);
});
