import { describe, expect, it } from "vitest";
import * as Assets from "../../core/kernel/assets/index.ts";
import { text } from "../../core/kernel/texts/index.ts";
import { Say } from "../../core/texts/say.ts";
import { amount, assetName, day, html, minute, money, phrase, raw, type Value, when, worth } from "./html.ts";
import { STYLE } from "./style.ts";

const [eur, eth, btc] = ["EUR", "ETH", "BTC"].map(Assets.get) as [Assets.Asset, Assets.Asset, Assets.Asset];

const english = new Say({ language: "en", timeZone: "UTC" });
const french = new Say({ language: "fr", timeZone: "Europe/Paris" });
const inEnglish = (value: Value): string => html`${value}`.in(english);
/** Renders in French, with plain instead of non-breaking spaces. */
const inFrench = (value: Value): string => html`${value}`.in(french).replace(/[\u00a0\u202f]/g, " ");

it("a page shows an amount with at most eight decimals, rounded down", () => {
  expect(amount(6_000n, eur).text).toBe('<data value="60">60.00 EUR</data>');
  expect(amount(150_000_000n, btc).text).toBe('<data value="1.5">1.5 BTC</data>');
  expect(amount(999_999_999_999_999_999n, eth).text).toBe(
    '<data value="0.999999999999999999">0.99999999 ETH</data>',
  );
});

it("a page shows all digits of large amounts", () => {
  expect(amount(10n ** 38n - 1n, eur).text).toContain(
    ">999,999,999,999,999,999,999,999,999,999,999,999.99 EUR<",
  );
  expect(inEnglish(money(9_007_199_254_740_993_01n, eur))).toBe("€9,007,199,254,740,993.01");
  expect(inEnglish(worth("0.1", "USD"))).toBe("$0.10");
  expect(inFrench(worth("9007199254740993.01", "EUR"))).toBe("9 007 199 254 740 993,01 €");
});

it("a page shows a time in words, with the ISO instant in the markup", () => {
  expect(day("2026-11-22T23:59:59.999Z").text).toBe(
    '<time datetime="2026-11-22T23:59:59.999Z">22 Nov 2026</time>',
  );
  expect(minute("2026-01-02T03:04:05.006Z").text).toContain(">2 Jan 2026, 03:04<");
});

it("a page shows numbers, times and asset names in the reader's language and time zone", () => {
  expect(inFrench(amount(123_456_789n, btc))).toBe('<data value="1.23456789">1,23456789 BTC</data>');
  expect(inFrench(minute("2026-11-22T23:30:00.000Z"))).toContain(">23 nov. 2026, 00:30<");
  expect(inFrench(when(text("When", "Date")))).toBe("Date (Europe/Paris)");
  expect(inFrench(assetName(Assets.get("USD")))).toBe("Dollar des États-Unis");
  expect(inEnglish(assetName(Assets.get("USD")))).toBe("US Dollar");
});

it("phrase() turns an identifier into words", () => {
  expect(phrase("past_due")).toBe("Past due");
  expect(phrase("AWAITING_APPROVAL")).toBe("Awaiting approval");
});

it("the html tag escapes values in content and in attributes", () => {
  const given = `<img src=x onerror="a('b')">&`;
  expect(html`<p title="${given}">${given}</p>`.text).toBe(
    '<p title="&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;">&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;</p>',
  );
});

it("the html tag nests html, joins lists and omits undefined and false", () => {
  const items = ["<a>", "b"].map((one) => html`<li>${one}</li>`);
  expect(html`<ul>${items}${undefined}${false}${0}${raw("<hr>")}</ul>`.text).toBe(
    "<ul><li>&lt;a&gt;</li><li>b</li>0<hr></ul>",
  );
});

/** Properties of the style sheet that can be tested without a browser. */

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
  ["light colors", light],
  ["dark colors", dark],
])("%s", (_, palette) => {
  it.each(COLOURS)("have a contrast of at least 4.5 for %s on pages and cards (WCAG AA)", (name) => {
    for (const ground of ["bg", "card"])
      expect(contrast(palette[name] ?? "", palette[ground] ?? ""), ground).toBeGreaterThanOrEqual(4.5);
  });

  it("have a contrast of at least 4.5 for buttons and alerts, and 3 for the edges of fields", () => {
    expect(contrast(palette["on-accent"] ?? "", palette["accent"] ?? "")).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette["bad"] ?? "", palette["bad-bg"] ?? "")).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette["edge"] ?? "", palette["card"] ?? "")).toBeGreaterThanOrEqual(3);
  });
});

it("the style sheet loads no other file, and does not wrap numbers", () => {
  expect(STYLE).not.toMatch(/@import|url\(/);
  expect(STYLE).toMatch(/\.figure[^{]*\{white-space:nowrap/);
});
