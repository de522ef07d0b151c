import * as Clock from "../../kernel/clock/index.ts";
import { env } from "../../kernel/env.ts";
import { fail, Unavailable } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import { text } from "../../kernel/texts/index.ts";
import { DAY_SECONDS, HOUR_SECONDS } from "../../kernel/time.ts";
import { log } from "../../platform/log.ts";
import * as RateLimit from "../../platform/ratelimit/index.ts";
import { callerOfIp } from "../../platform/ratelimit/limit.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { textsSent } from "./entity.ts";
import { PhoneCountryNotServed } from "./errors.ts";
import {
  CODES_PER_ADDRESS,
  CODES_PER_BLOCK,
  CODES_PER_DAY,
  CODES_PER_HOUR,
  DAILY_PART_OF_BUDGET,
} from "./schema.ts";

/**
 * Limits text messages. A fraudster who shares a network's revenue requests thousands of messages to its numbers. So they go
 * to served countries only; a block of numbers, an account and an address get few; and a monthly budget limits the total.
 */

const perHour = { max: CODES_PER_HOUR, windowSeconds: HOUR_SECONDS };
const perDay = { max: CODES_PER_DAY, windowSeconds: DAY_SECONDS };
const byAccount: readonly RateLimit.Limit[] = [
  { bucket: "phone-codes", ...perHour },
  { bucket: "phone-codes-daily", ...perDay },
];
const toNumber: readonly RateLimit.Limit[] = [
  { bucket: "phone-codes-to", ...perHour },
  { bucket: "phone-codes-to-daily", ...perDay },
];
/** A block is a thousand numbers that differ in their last three digits. */
const toBlock: RateLimit.Limit = { ...perDay, bucket: "phone-codes-block", max: CODES_PER_BLOCK };
const fromAddress: RateLimit.Limit = { ...perDay, bucket: "phone-codes-from", max: CODES_PER_ADDRESS };

/** Countries whose mobile numbers cannot be distinguished from another country's. */
const SHARED: Readonly<Record<string, string>> = { GG: "GB", JE: "GB", IM: "GB" };

/** @throws PHONE_COUNTRY_NOT_SERVED if `SMS_COUNTRIES` is set and does not contain the number's country */
export async function checkCountry(phone: string): Promise<void> {
  const served = env("SMS_COUNTRIES", "");
  if (served === "") return;
  const { parsePhoneNumberFromString } = await import("./number.lazy.ts");
  const country = parsePhoneNumberFromString(phone)?.country;
  const codes = served.split(",").map((one) => one.trim());
  if (country !== undefined && codes.includes(SHARED[country] ?? country)) return;
  if (country !== undefined && codes.includes(country)) return;
  throw fail(PhoneCountryNotServed);
}

/** Counts a message to a number. @throws RATE_LIMITED, SERVICE_UNAVAILABLE if the budget is spent */
export async function spend(asked: {
  readonly userId: string;
  readonly phone: string;
  readonly ip: string;
}): Promise<void> {
  const { userId, phone, ip } = asked;
  for (const limit of byAccount) await RateLimit.spend(limit, userId);
  await RateLimit.spend(fromAddress, callerOfIp(ip));
  for (const limit of toNumber) await RateLimit.spend(limit, sha256Hex(phone));
  await RateLimit.spend(toBlock, sha256Hex(phone.slice(0, -3)));
  await spendBudget();
}

/** Returns how many messages of the maximum price the month's budget pays for. Undefined without a budget. */
function monthlyMax(): number | undefined {
  const budget = env("SMS_MONTHLY_BUDGET_USD", "");
  if (budget === "") return undefined;
  const price = Number(env("SMS_MAX_PRICE_USD", "0.20"));
  return price > 0 ? Math.floor(Number(budget) / price) : 0;
}

/** A day gets a part of the month's budget, so that a fraudster cannot spend all of it in a day. */
async function spendBudget(): Promise<void> {
  const max = monthlyMax();
  if (max === undefined) return;
  const today = Clock.nowIso().slice(0, 10);
  const day = await count(today, Math.ceil(max * DAILY_PART_OF_BUDGET));
  if (day && (await count(today.slice(0, 7), max))) return;
  log.error("sms: budget spent, no more messages are sent in this period", { period: day ? "month" : "day" });
  throw fail(Unavailable, {
    message: text(
      "No text messages can be sent at the moment. Try again tomorrow.",
      "Aucun SMS ne peut être envoyé pour le moment. Réessayez demain.",
    ),
  });
}

/** Counts a message of a period. @param period `2026-11` or `2026-11-23` @returns false at its maximum */
async function count(period: string, max: number): Promise<boolean> {
  if (max === 0) return false;
  const counted = Table.update(textsSent.key({ period }), {
    add: { messages: 1 },
    set: { ttl: Clock.nowSeconds() + 400 * DAY_SECONDS },
    where: Where.any(Where.absent, Where.below("messages", max)),
  });
  return (await Table.ignoreConditionFailure(counted)) !== undefined;
}
