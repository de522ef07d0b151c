import { afterEach, describe, expect, test, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { SvcError } from "../../kernel/errors.ts";
import { assertServed, spend } from "./allowance.ts";

withDatabase();

afterEach(() => {
  vi.unstubAllEnvs();
  Clock.setOffset(0);
});

const advanceClock = (seconds: number) => Clock.setOffset(Clock.offset() + seconds * 1000);
const DAY = 86_400;

let count = 0;
/** Returns another account, number, block of numbers and address each time. */
const newRequest = () => ({
  userId: `usr_${++count}`,
  phone: `+336${String(10_000 + count)}000`,
  ip: `10.6.${count >> 8}.${count & 255}`,
});
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "sent",
    (error: unknown) => (error instanceof SvcError ? error.code : error),
  );
/** Requests n messages. @returns how many were allowed */
async function countAllowed(times: number, of: () => Parameters<typeof spend>[0]): Promise<number> {
  let passed = 0;
  for (let index = 0; index < times; index++) if ((await codeOf(spend(of()))) === "sent") passed++;
  return passed;
}

describe("countries", () => {
  const isServed = async (phone: string): Promise<boolean> => {
    try {
      await assertServed(phone);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: "PHONE_COUNTRY_NOT_SERVED" });
      return false;
    }
  };
  const served = (...phones: readonly string[]): Promise<boolean[]> => Promise.all(phones.map(isServed));

  test("get messages if they are in the list, or if no list is set", async () => {
    expect(await served("+33612345678", "+79161234567", "+881612345678")).toEqual([true, true, true]);
    vi.stubEnv("SMS_COUNTRIES", "FR, CH,GB");
    expect(await served("+33612345678", "+41791234567", "+442071838750")).toEqual([true, true, true]);
    // Great Britain and its islands share their numbers.
    expect(await isServed("+447911123456")).toBe(true);
    expect(await served("+79161234567", "+12025550123", "+18765550123")).toEqual([false, false, false]);
  });

  test("get no messages for numbers of international networks or territories outside the list", async () => {
    vi.stubEnv("SMS_COUNTRIES", "FR");
    expect(await isServed("+881612345678")).toBe(false);
    expect(await isServed("+262692123456")).toBe(false);
  });
});

describe("messages", () => {
  test("of one account are limited to 10 an hour and 20 a day, to any numbers", async () => {
    const one = () => ({ ...newRequest(), userId: "usr_pumping" });
    expect(await countAllowed(12, one)).toBe(10);
    advanceClock(3600);
    expect(await countAllowed(12, one)).toBe(10);
    advanceClock(3600);
    expect(await countAllowed(2, one)).toBe(0);
    advanceClock(DAY);
    expect(await countAllowed(1, one)).toBe(1);
  });

  test("requested from one address are limited to 50 a day, for any accounts and numbers", async () => {
    expect(await countAllowed(52, () => ({ ...newRequest(), ip: "192.0.2.77" }))).toBe(50);
  });

  test("to a block of a thousand numbers are limited to 100 a day, from any addresses", async () => {
    let next = 100;
    const neighbour = () => ({ ...newRequest(), phone: `+33698765${++next}` });
    expect(await countAllowed(103, neighbour)).toBe(100);
  });

  test("cost at most the monthly budget, and a tenth of it on a day", async () => {
    Clock.setOffset(Date.parse("2031-05-01T10:00:00Z") - Date.now());
    vi.stubEnv("SMS_MONTHLY_BUDGET_USD", "10");
    vi.stubEnv("SMS_MAX_PRICE_USD", "0.50");
    expect(await countAllowed(5, newRequest)).toBe(2);
    expect(await codeOf(spend(newRequest()))).toBe("SERVICE_UNAVAILABLE");
    for (let day = 2; day <= 10; day++) {
      advanceClock(DAY);
      expect(await countAllowed(3, newRequest), `day ${day}`).toBe(2);
    }
    advanceClock(DAY);
    expect(await countAllowed(1, newRequest)).toBe(0);
    Clock.setOffset(Date.parse("2031-06-01T00:00:01Z") - Date.now());
    expect(await countAllowed(1, newRequest)).toBe(1);
  });
});
