import { describe, expect, test } from "vitest";
import * as Assets from "../../core/kernel/assets/index.ts";
import { text } from "../../core/kernel/texts/index.ts";
import { Say } from "../../core/texts/say.ts";
import { amount, assetName, day, html, minute, money, phrase, raw, type Value, when, worth } from "./html.ts";
import { STYLE } from "./style.ts";

const [eur, eth, btc] = ["EUR", "ETH", "BTC"].map(Assets.get) as [Assets.Asset, Assets.Asset, Assets.Asset];

const english = new Say({ language: "en", timeZone: "UTC" });
const french = new Say({ language: "fr", timeZone: "Europe/Paris" });
const inEnglish = (value: Value): string => html`${value}`.in(english);
/** Its spaces are those that do not break; here they are plain. */
const inFrench = (value: Value): string => html`${value}`.in(french).replace(/[\u00a0\u202f]/g, " ");

test("an amount has its currency's digits, or eight at most, and is never rounded up", () => {
  expect(amount(6_000n, eur).text).toBe('<data value="60">60.00 EUR</data>');
  expect(amount(150_000_000n, btc).text).toBe('<data value="1.5">1.5 BTC</data>');
  expect(amount(999_999_999_999_999_999n, eth).text).toBe(
    '<data value="0.999999999999999999">0.99999999 ETH</data>',
  );
});

test("no digit is lost to a float", () => {
  expect(amount(10n ** 38n - 1n, eur).text).toContain(
    ">999,999,999,999,999,999,999,999,999,999,999,999.99 EUR<",
  );
  expect(inEnglish(money(9_007_199_254_740_993_01n, eur))).toBe("€9,007,199,254,740,993.01");
  expect(inEnglish(worth("0.1", "USD"))).toBe("$0.10");
  expect(inFrench(worth("9007199254740993.01", "EUR"))).toBe("9 007 199 254 740 993,01 €");
});

test("a time reads as people write it, and keeps its instant for programs", () => {
  expect(day("2026-11-22T23:59:59.999Z").text).toBe(
    '<time datetime="2026-11-22T23:59:59.999Z">22 Nov 2026</time>',
  );
  expect(minute("2026-01-02T03:04:05.006Z").text).toContain(">2 Jan 2026, 03:04<");
});

test("figures, times and names are those of a French reader, by their clock", () => {
  expect(inFrench(amount(123_456_789n, btc))).toBe('<data value="1.23456789">1,23456789 BTC</data>');
  expect(inFrench(minute("2026-11-22T23:30:00.000Z"))).toContain(">23 nov. 2026, 00:30<");
  expect(inFrench(when(text("When", "Date")))).toBe("Date (Europe/Paris)");
  expect(inFrench(assetName(Assets.get("USD")))).toBe("Dollar des États-Unis");
  expect(inEnglish(assetName(Assets.get("USD")))).toBe("US Dollar");
});

test("a word of a protocol reads as one of a sentence", () => {
  expect(phrase("past_due")).toBe("Past due");
  expect(phrase("AWAITING_APPROVAL")).toBe("Awaiting approval");
});

test("what goes into html is text, in content and in attributes", () => {
  const given = `<img src=x onerror="a('b')">&`;
  expect(html`<p title="${given}">${given}</p>`.text).toBe(
    '<p title="&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;">&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;</p>',
  );
});

test("html in html stays html, lists are joined, nothing is nothing", () => {
  const items = ["<a>", "b"].map((one) => html`<li>${one}</li>`);
  expect(html`<ul>${items}${undefined}${false}${0}${raw("<hr>")}</ul>`.text).toBe(
    "<ul><li>&lt;a&gt;</li><li>b</li>0<hr></ul>",
  );
});

/** The style sheet's promises that need no browser. */

const colours = (block: string): Record<string, string> =>
  Object.fromEntries(
    [...block.matchAll(/--([\w-]+):(#[0-9a-f]{3,6})/g)].map(([, name = "", hex = ""]) => [name, hex]),
  );

const [light = {}, dark = {}] = [...STYLE.matchAll(/:root\{([^}]*)\}/g)].map(([, block = ""]) =>
  colours(block),
);

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/g, "$&$&") : hex;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(full.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const COLOURS = ["text", "soft", "accent", "good", "bad"];

describe.each([
  ["by day", light],
  ["by night", dark],
])("%s", (_, palette) => {
  test.each(COLOURS)("%s is read on the page and on a card: a contrast of 4.5 at least (WCAG AA)", (name) => {
    for (const ground of ["bg", "card"])
      expect(contrast(palette[name] ?? "", palette[ground] ?? ""), ground).toBeGreaterThanOrEqual(4.5);
  });

  test("buttons and alerts are read, and the edge of a field is seen: a contrast of 3", () => {
    expect(contrast(palette["on-accent"] ?? "", palette["accent"] ?? "")).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette["bad"] ?? "", palette["bad-bg"] ?? "")).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette["edge"] ?? "", palette["card"] ?? "")).toBeGreaterThanOrEqual(3);
  });
});

test("nothing is fetched from elsewhere, and no number breaks", () => {
  expect(STYLE).not.toMatch(/@import|url\(/);
  expect(STYLE).toMatch(/\.figure[^{]*\{white-space:nowrap/);
});
