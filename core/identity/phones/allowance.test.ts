import { afterEach, describe, expect, test, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { SvcError } from "../../kernel/errors.ts";
import { checkCountry, spend } from "./allowance.ts";

withDatabase();

afterEach(() => {
  vi.unstubAllEnvs();
  Clock.setOffset(0);
});

const later = (seconds: number) => Clock.setOffset(Clock.offset() + seconds * 1000);
const DAY = 86_400;

let count = 0;
/** Another account, number, block of numbers and address each time. */
const anybody = () => ({
  userId: `usr_${++count}`,
  phone: `+336${String(10_000 + count)}000`,
  ip: `10.6.${count >> 8}.${count & 255}`,
});
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "sent",
    (error: unknown) => (error instanceof SvcError ? error.code : error),
  );
/** How many of so many messages are let through. */
async function sent(times: number, of: () => Parameters<typeof spend>[0]): Promise<number> {
  let passed = 0;
  for (let index = 0; index < times; index++) if ((await codeOf(spend(of()))) === "sent") passed++;
  return passed;
}

describe("countries", () => {
  const isServed = async (phone: string): Promise<boolean> => {
    try {
      await checkCountry(phone);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: "PHONE_COUNTRY_NOT_SERVED" });
      return false;
    }
  };
  const served = (...phones: readonly string[]): Promise<boolean[]> => Promise.all(phones.map(isServed));

  test("that are not named get no message; without names all do", async () => {
    expect(await served("+33612345678", "+79161234567", "+881612345678")).toEqual([true, true, true]);
    vi.stubEnv("SMS_COUNTRIES", "FR, CH,GB");
    expect(await served("+33612345678", "+41791234567", "+442071838750")).toEqual([true, true, true]);
    // Of Great Britain and its islands, which share their numbers.
    expect(await isServed("+447911123456")).toBe(true);
    expect(await served("+79161234567", "+12025550123", "+18765550123")).toEqual([false, false, false]);
  });

  test("whose network no country has, get none where countries are named", async () => {
    vi.stubEnv("SMS_COUNTRIES", "FR");
    expect(await isServed("+881612345678")).toBe(false);
    expect(await isServed("+262692123456")).toBe(false);
  });
});

describe("messages", () => {
  test("of one account are 10 an hour and 20 a day, whatever numbers it names", async () => {
    const one = () => ({ ...anybody(), userId: "usr_pumping" });
    expect(await sent(12, one)).toBe(10);
    later(3600);
    expect(await sent(12, one)).toBe(10);
    later(3600);
    expect(await sent(2, one)).toBe(0);
    later(DAY);
    expect(await sent(1, one)).toBe(1);
  });

  test("asked for from one address are 50 a day, whoever asks and for whom", async () => {
    expect(await sent(52, () => ({ ...anybody(), ip: "192.0.2.77" }))).toBe(50);
  });

  test("to a thousand numbers that follow each other are 100 a day, from wherever they are asked for", async () => {
    let next = 100;
    const neighbour = () => ({ ...anybody(), phone: `+33698765${++next}` });
    expect(await sent(103, neighbour)).toBe(100);
  });

  test("cost no more than the month's budget, and on a day a tenth of it", async () => {
    Clock.setOffset(Date.parse("2031-05-01T10:00:00Z") - Date.now());
    vi.stubEnv("SMS_MONTHLY_BUDGET_USD", "10");
    vi.stubEnv("SMS_MAX_PRICE_USD", "0.50");
    expect(await sent(5, anybody)).toBe(2);
    expect(await codeOf(spend(anybody()))).toBe("SERVICE_UNAVAILABLE");
    for (let day = 2; day <= 10; day++) {
      later(DAY);
      expect(await sent(3, anybody), `day ${day}`).toBe(2);
    }
    later(DAY);
    expect(await sent(1, anybody)).toBe(0);
    Clock.setOffset(Date.parse("2031-06-01T00:00:01Z") - Date.now());
    expect(await sent(1, anybody)).toBe(1);
  });
});
