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
  DAILY_BUDGET_SHARE,
} from "./schema.ts";

/**
 * Limits text messages. A fraudster with a share in a network's revenue requests thousands of messages to its numbers. Therefore
 * messages go only to served countries, each block of numbers, account and IP address has a limit, and a budget limits the total.
 */

const hourly = { max: CODES_PER_HOUR, windowSeconds: HOUR_SECONDS };
const daily = { max: CODES_PER_DAY, windowSeconds: DAY_SECONDS };
const byAccount: readonly RateLimit.Limit[] = [
  { bucket: "phone-codes", ...hourly },
  { bucket: "phone-codes-daily", ...daily },
];
const toNumber: readonly RateLimit.Limit[] = [
  { bucket: "phone-codes-to", ...hourly },
  { bucket: "phone-codes-to-daily", ...daily },
];
/** A block is a thousand numbers that differ only in their last three digits. */
const toBlock: RateLimit.Limit = { ...daily, bucket: "phone-codes-block", max: CODES_PER_BLOCK };
const fromAddress: RateLimit.Limit = { ...daily, bucket: "phone-codes-from", max: CODES_PER_ADDRESS };

/** Countries whose mobile numbers cannot be distinguished from another country's. */
const SHARED: Readonly<Record<string, string>> = { GG: "GB", JE: "GB", IM: "GB" };

/** @throws PHONE_COUNTRY_NOT_SERVED if `SMS_COUNTRIES` is set and does not contain the number's country */
export async function assertServed(phone: string): Promise<void> {
  const served = env("SMS_COUNTRIES", "");
  if (served === "") return;
  const { parsePhoneNumberFromString } = await import("./number.lazy.ts");
  const country = parsePhoneNumberFromString(phone)?.country;
  const codes = served.split(",").map((one) => one.trim());
  if (country !== undefined && codes.includes(SHARED[country] ?? country)) return;
  if (country !== undefined && codes.includes(country)) return;
  throw fail(PhoneCountryNotServed);
}

/** Counts a message to a number. @throws RATE_LIMITED, SERVICE_UNAVAILABLE if the budget is used up */
export async function spend(request: {
  readonly userId: string;
  readonly phone: string;
  readonly ip: string;
}): Promise<void> {
  const { userId, phone, ip } = request;
  for (const limit of byAccount) await RateLimit.spend(limit, userId);
  await RateLimit.spend(fromAddress, callerOfIp(ip));
  for (const limit of toNumber) await RateLimit.spend(limit, sha256Hex(phone));
  await RateLimit.spend(toBlock, sha256Hex(phone.slice(0, -3)));
  await spendBudget();
}

/** Returns the number of messages at the maximum price that the monthly budget allows. Undefined without a budget. */
function monthlyMax(): number | undefined {
  const budget = env("SMS_MONTHLY_BUDGET_USD", "");
  if (budget === "") return undefined;
  const price = Number(env("SMS_MAX_PRICE_USD", "0.20"));
  return price > 0 ? Math.floor(Number(budget) / price) : 0;
}

/** Counts a message against the budgets of the day and the month. The budget of a day is a share of the month's, so that one attack cannot use up the month. */
async function spendBudget(): Promise<void> {
  const max = monthlyMax();
  if (max === undefined) return;
  const today = Clock.nowIso().slice(0, 10);
  const day = await countMessage(today, Math.ceil(max * DAILY_BUDGET_SHARE));
  if (day && (await countMessage(today.slice(0, 7), max))) return;
  log.error(
    "sms: budget of the period used up, no text messages until it ends; check for fraud or raise the budget",
    {
      period: day ? "month" : "day",
    },
  );
  throw fail(Unavailable, {
    message: text(
      "We cannot send text messages at the moment. Try again later, or contact support.",
      "Nous ne pouvons pas envoyer de SMS pour le moment. Réessayez plus tard, ou contactez notre service client.",
    ),
  });
}

/** Counts a message of a period. @param period `2026-11` or `2026-11-23` @returns false if the period has reached the maximum */
async function countMessage(period: string, max: number): Promise<boolean> {
  if (max === 0) return false;
  const counted = Table.update(textsSent.key({ period }), {
    add: { messages: 1 },
    set: { ttl: Clock.nowSeconds() + 400 * DAY_SECONDS },
    where: Where.any(Where.absent, Where.below("messages", max)),
  });
  return (await Table.ignoreConditionFailure(counted)) !== undefined;
}
