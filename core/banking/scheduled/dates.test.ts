import { describe, expect, it } from "vitest";
import { dateIn, dayAfter, dueAt } from "./dates.ts";
import type { ScheduledPayment } from "./schema.ts";

const dates = (
  startDate: string,
  frequency: ScheduledPayment["frequency"],
  timeZone: string,
  count: number,
  endDate?: string,
) => Array.from({ length: count }, (_, index) => dueAt({ startDate, frequency, timeZone, endDate }, index));

describe("the dates of a scheduled payment", () => {
  it("that starts on the 31st fall on the last day of each month", () => {
    expect(dates("2027-12-31", "monthly", "UTC", 5)).toEqual([
      "2027-12-31T06:00:00.000Z",
      "2028-01-31T06:00:00.000Z",
      "2028-02-29T06:00:00.000Z",
      "2028-03-31T06:00:00.000Z",
      "2028-04-30T06:00:00.000Z",
    ]);
    expect(dueAt({ startDate: "2026-08-31", frequency: "monthly", timeZone: "UTC" }, 6)).toBe(
      "2027-02-28T06:00:00.000Z",
    );
  });

  it.each([
    ["Europe/Paris", "2027-03-27", "2027-03-27T05:00:00.000Z", "2027-03-28T04:00:00.000Z"],
    ["Europe/Paris", "2027-10-30", "2027-10-30T04:00:00.000Z", "2027-10-31T05:00:00.000Z"],
    ["America/New_York", "2027-03-13", "2027-03-13T11:00:00.000Z", "2027-03-14T10:00:00.000Z"],
    ["Pacific/Auckland", "2027-04-03", "2027-04-02T17:00:00.000Z", "2027-04-03T18:00:00.000Z"],
  ])(
    "in %s have the same local hour before and after daylight saving time changes",
    (zone, start, first, second) => {
      expect(dates(start, "daily", zone, 2)).toEqual([first, second]);
      expect(dayAfter(zone, Date.parse(first) + 12 * 3_600_000)).toBe(second);
    },
  );

  it("end with endDate, or with the first date if the frequency is once", () => {
    const [first, second] = ["2027-01-04T06:00:00.000Z", "2027-01-11T06:00:00.000Z"];
    expect(dates("2027-01-04", "weekly", "UTC", 3, "2027-01-11")).toEqual([first, second, undefined]);
    expect(dates("2027-01-04", "weekly", "UTC", 2, "2027-01-10")).toEqual([first, undefined]);
    expect(dates("2027-01-04", "once", "UTC", 2)).toEqual([first, undefined]);
    expect(dates("2027-01-04", "once", "UTC", 1, "2027-01-03")).toEqual([undefined]);
  });

  it("are calendar dates in the time zone of the payment", () => {
    const ms = Date.parse("2027-01-31T23:30:00.000Z");
    expect([dateIn("UTC", ms), dateIn("Europe/Paris", ms)]).toEqual(["2027-01-31", "2027-02-01"]);
  });
});
